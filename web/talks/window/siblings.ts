import type { TalkMove } from './talk-window.ts';

type SiblingMessage = { say: 'hello' | 'here'; clientId: string } | { say: 'moved'; clientId: string; move: TalkMove };

interface SiblingsOptions {
  clientId: string;
  onMeet: (clientId: string) => void;
  onMove: (move: TalkMove) => void;
}

/**
 * Connects the windows of one browser that show the same deck. They send each other their moves directly, which is faster than
 * through the server and works offline.
 */
export class Siblings {
  readonly #channel: BroadcastChannel;
  readonly #clientId: string;

  constructor(deckId: string, { clientId, onMeet, onMove }: SiblingsOptions) {
    this.#clientId = clientId;
    this.#channel = new BroadcastChannel(`lectern-talks.${deckId}`);
    // Messages come from windows of the application only: a deck's frame has another origin and cannot use this channel.
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
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a broadcast channel reaches its own origin only
    this.#channel.postMessage(message);
  }
}
