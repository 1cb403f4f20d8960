import type { Revocations } from '#server/auth/revocations.ts';
import { AppError } from '#server/errors.ts';
import type { RemoteView } from '#shared/talks.ts';
import { Alarm } from './alarm.ts';
import { presentView } from './remotes.presenter.ts';
import type { SteeringRemote } from './remotes.repo.ts';
import type { RemotesService } from './remotes.service.ts';
import type { TalkNotices } from './talk-notices.ts';

interface Dependencies {
  readonly remotes: RemotesService;
  readonly notices: Pick<TalkNotices, 'onChange'>;
  readonly revocations: Pick<Revocations, 'onRevoked'>;
}

const NEVER = new AbortController().signal;

/** What phones see of their talk, as it goes on. */
export class RemoteViewsService {
  readonly #remotes: RemotesService;
  readonly #notices: Pick<TalkNotices, 'onChange'>;
  readonly #watching = new Set<Alarm>();

  constructor({ remotes, notices, revocations }: Dependencies) {
    this.#remotes = remotes;
    this.#notices = notices;
    revocations.onRevoked(() => {
      for (const alarm of this.#watching) alarm.ring();
    });
  }

  /** The view as it stands, then each other one, until the remote is good for nothing. @throws AppError UNAUTHENTICATED */
  async *watch(token: string | null, signal = NEVER): AsyncGenerator<RemoteView, void> {
    const { talk } = await this.#remotes.steering(token);
    const alarm = new Alarm();
    const stop = this.#notices.onChange(talk.deckId, alarm.ring);
    this.#watching.add(alarm);
    signal.addEventListener('abort', alarm.ring);
    try {
      yield* this.#views(token, alarm, signal);
    } finally {
      stop();
      this.#watching.delete(alarm);
      signal.removeEventListener('abort', alarm.ring);
    }
  }

  async *#views(token: string | null, alarm: Alarm, signal: AbortSignal): AsyncGenerator<RemoteView, void> {
    let told = '';
    while (!signal.aborted) {
      const steering = await this.#remotes.steering(token).catch(nullWhenEnded);
      if (steering === null) {
        yield { status: 'ended' };
        return;
      }
      const { remote, talk } = steering;
      const view = presentView(steering);
      if (textOf(view) !== told) yield view;
      told = textOf(view);
      const expiry = setTimeout(alarm.ring, remote.expiresAt.getTime() - talk.now.getTime());
      await alarm.rung();
      clearTimeout(expiry);
    }
  }
}

/** By which one view is told from another. The time is always another. */
function textOf(view: RemoteView): string {
  return JSON.stringify(view, (name, value: unknown) => (name === 'at' ? undefined : value));
}

function nullWhenEnded(thrown: unknown): SteeringRemote | null {
  if (thrown instanceof AppError && thrown.code === 'UNAUTHENTICATED') return null;
  throw thrown;
}
