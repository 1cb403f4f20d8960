import type { TalkMove } from './talk-window.ts';

type SiblingMessage = { say: 'hello' | 'here'; clientId: string } | { say: 'moved'; clientId: string; move: TalkMove };

interface SiblingsOptions {
  clientId: string;
  onMeet: (clientId: string) => void;
  onMove: (move: TalkMove) => void;
}

/**
 * Windows of one browser that show the same deck. They tell each other their moves directly: quicker than by way of
 * the server, and while there is no connection to it.
 */
export class Siblings {
  readonly #channel: BroadcastChannel;
  readonly #clientId: string;

  constructor(deckId: string, { clientId, onMeet, onMove }: SiblingsOptions) {
    this.#clientId = clientId;
    this.#channel = new BroadcastChannel(`lectern-talks.${deckId}`);
    // Of our own windows only: a deck's frame has an origin, and so a channel, of its own.
    this.#channel.onmessage = ({ data }: MessageEvent<SiblingMessage>) => {
      onMeet(data.clientId);
      if (data.say === 'hello') this.#say({ say: 'here', clientId });
      if (data.say === 'moved') onMove(data.move);
    };
    this.#say({ say: 'hello', clientId });
  }

  tell(move: TalkMove): void {
    this.#say({ say: 'moved', clientId: this.#clientId, move });
  }

  close(): void {
    this.#channel.close();
  }

  #say(message: SiblingMessage): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is one origin's own
    this.#channel.postMessage(message);
  }
}
