import type { Revocations } from '#server/auth/revocations.ts';
import { AppError } from '#server/errors.ts';
import type { RemoteQuestion } from '#shared/questions.ts';
import type { RemoteView } from '#shared/talks.ts';
import { serializeView } from './talks.serializer.ts';
import type { SteeringRemote } from './remotes.repo.ts';
import type { RemotesService } from './remotes.service.ts';
import type { TalkNotices } from './talk-notices.ts';

/** Wakes one waiting caller. Several requests before a wake-up count as one, and a request without a waiting caller is kept. */
class WakeUp {
  #requested = Promise.withResolvers<void>();

  request = (): void => this.#requested.resolve();

  async requested(): Promise<void> {
    await this.#requested.promise;
    this.#requested = Promise.withResolvers();
  }
}

interface Dependencies {
  readonly remotes: RemotesService;
  /** The questions of a talk that a phone shows. */
  readonly questionsOf: (talkId: string) => Promise<RemoteQuestion[]>;
  readonly notices: Pick<TalkNotices, 'onChange'>;
  readonly revocations: Pick<Revocations, 'onRevoked'>;
}

const NEVER = new AbortController().signal;

/** Streams of one phone on this instance: one for its page, and one more while a broken connection has not been detected. */
const STREAMS_PER_REMOTE = 2;

/** One stream of a phone. */
class Watching {
  readonly wakeUp = new WakeUp();
  isReplaced = false;

  replace(): void {
    this.isReplaced = true;
    this.wakeUp.request();
  }
}

/** The live view of a talk on the phones that control it. */
export class RemoteViewsService {
  readonly #remotes: RemotesService;
  readonly #questionsOf: Dependencies['questionsOf'];
  readonly #notices: Pick<TalkNotices, 'onChange'>;
  /** By remote id, oldest first. */
  readonly #watching = new Map<string, Set<Watching>>();

  constructor({ remotes, questionsOf, notices, revocations }: Dependencies) {
    this.#remotes = remotes;
    this.#questionsOf = questionsOf;
    this.#notices = notices;
    revocations.onRevoked(() => {
      for (const ofRemote of this.#watching.values()) for (const { wakeUp } of ofRemote) wakeUp.request();
    });
  }

  /**
   * Yields the current view, then each changed view until the remote ends. If a phone has too many streams, the oldest ends,
   * because its connection is the most likely to be broken.
   *
   * @throws AppError UNAUTHENTICATED; RATE_LIMITED to a stream that was replaced by a newer one
   */
  async *watch(token: string | null, signal = NEVER): AsyncGenerator<RemoteView, void> {
    const { talk, remote } = await this.#remotes.steering(token);
    const watching = this.#admit(remote.id);
    const { wakeUp } = watching;
    const stop = this.#notices.onChange(talk.deckId, wakeUp.request);
    signal.addEventListener('abort', wakeUp.request);
    try {
      yield* this.#views(token, watching, signal);
    } finally {
      stop();
      this.#dismiss(remote.id, watching);
      signal.removeEventListener('abort', wakeUp.request);
    }
  }

  #admit(remoteId: string): Watching {
    const watching = new Watching();
    const ofRemote = this.#watching.get(remoteId) ?? new Set();
    this.#watching.set(remoteId, ofRemote.add(watching));
    const [oldest] = ofRemote;
    if (ofRemote.size > STREAMS_PER_REMOTE && oldest !== undefined) {
      ofRemote.delete(oldest);
      oldest.replace();
    }
    return watching;
  }

  #dismiss(remoteId: string, watching: Watching): void {
    const ofRemote = this.#watching.get(remoteId);
    ofRemote?.delete(watching);
    if (ofRemote?.size === 0) this.#watching.delete(remoteId);
  }

  async *#views(token: string | null, watching: Watching, signal: AbortSignal): AsyncGenerator<RemoteView, void> {
    const { wakeUp } = watching;
    let told = '';
    while (!signal.aborted) {
      if (watching.isReplaced)
        throw new AppError('RATE_LIMITED', 'This phone shows its talk elsewhere.', { retryAfterSeconds: 10 });
      const steering = await this.#remotes.steering(token).catch(nullWhenEnded);
      if (steering === null) {
        yield { status: 'ended' };
        return;
      }
      const { remote, talk } = steering;
      const view = serializeView(steering, talk.takesQuestions ? await this.#questionsOf(talk.id) : null);
      if (textOf(view) !== told) yield view;
      told = textOf(view);
      const expiry = setTimeout(wakeUp.request, remote.expiresAt.getTime() - talk.now.getTime());
      await wakeUp.requested();
      clearTimeout(expiry);
    }
  }
}

/** Text for comparing two views, without the clock's time, which always differs. */
function textOf(view: RemoteView): string {
  return JSON.stringify(view, (name, value: unknown) => (name === 'at' ? undefined : value));
}

function nullWhenEnded(thrown: unknown): SteeringRemote | null {
  if (thrown instanceof AppError && thrown.code === 'UNAUTHENTICATED') return null;
  throw thrown;
}
