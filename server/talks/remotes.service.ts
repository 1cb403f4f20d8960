import { randomUUID } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor } from '#server/auth/actor.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { Broadcasts } from '#server/feed/broadcasts.ts';
import { hashSecretToken, newSecretToken } from '#server/auth/secret-token.ts';
import { AppError, forbidden, talkNotFound, unauthenticated } from '#server/errors.ts';
import type { Person } from '#shared/people.ts';
import type { QuestionChange } from '#shared/questions.ts';
import { type Pairing, type Remote, type RemoteCommand, TALK_REMOTES_MAX } from '#shared/talks.ts';
import type { LaserPointer } from './laser-pointer.ts';
import { serializeRemote } from './talks.serializer.ts';
import type { RemoteRow, RemotesRepo, SteeringRemote } from './remotes.repo.ts';
import { apply, type TalkKey } from './talks.repo.ts';
import type { TalksService } from './talks.service.ts';

const CODE_SECONDS = 60;
/** More than a user can tap, but a limit for a script that uses a phone's secret. */
const STEERS_PER_SECOND = 10;

/** The origins of links to this service. */
export interface LinkOrigins {
  readonly base: string;
  /** Those at which other devices in the network reach it, if `base` only works on the machine itself. */
  readonly inNetwork: readonly string[];
}

/** Changes the questions of a talk for a phone. */
interface ChangesQuestions {
  /** @throws AppError NOT_FOUND */
  changeWithin(tx: Transaction, talk: TalkKey, questionId: string, change: QuestionChange): Promise<void>;
  /** Tells everyone concerned, after the commit. */
  changed(talk: TalkKey): void;
}

interface Dependencies {
  readonly repo: RemotesRepo;
  readonly talks: TalksService;
  readonly broadcasts: Pick<Broadcasts, 'publish'>;
  readonly laser: LaserPointer;
  readonly questions: ChangesQuestions;
  readonly origins: LinkOrigins;
}

/** What a phone gets in exchange for a code. */
export interface Claimed {
  readonly remote: Remote;
  /** The phone's secret. Only its hash is stored. */
  readonly token: string;
}

/** Phones that control a talk. The presenter confirms each of them, and it can control that talk only. */
export class RemotesService {
  readonly #dependencies: Dependencies;
  readonly #steering = new RateLimiterMemory({ points: STEERS_PER_SECOND, duration: 1 });

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Creates a pairing link. Only the response contains the code. @throws AppError TALK_NOT_FOUND, FORBIDDEN, LIMIT_REACHED */
  async pair(actor: Actor, talkId: string): Promise<Pairing> {
    const { repo, talks, origins } = this.#dependencies;
    const talk = await talks.presented(actor, talkId);
    const code = newSecretToken();
    const offer = { codeHash: hashSecretToken(code), seconds: CODE_SECONDS, remotesMax: TALK_REMOTES_MAX };
    const expiresAt = await talks.duringTalk(talk, (tx, held) => repo.offer(tx, held, offer));
    if (expiresAt === 'full')
      throw new AppError('LIMIT_REACHED', `A talk can have at most ${TALK_REMOTES_MAX} phones. Disconnect one first.`, {
        limit: TALK_REMOTES_MAX,
      });
    // The code is in the fragment, so that no log and no proxy sees it.
    const urlAt = (origin: string): string => `${origin}/remote#${code}`;
    return {
      url: urlAt(origins.base),
      inNetwork: origins.inNetwork.map(urlAt),
      expiresAt: expiresAt.toISOString(),
    };
  }

  /** @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async list(actor: Actor, talkId: string): Promise<{ items: Remote[] }> {
    const { talk } = await this.#dependencies.talks.presented(actor, talkId);
    return { items: await this.#of(talk) };
  }

  /** Confirms a waiting phone. @throws AppError TALK_NOT_FOUND, FORBIDDEN, REMOTE_NOT_FOUND */
  async confirm(actor: Actor, talkId: string, remoteId: string): Promise<void> {
    const { repo, talks } = this.#dependencies;
    const presented = await talks.presented(actor, talkId);
    const isDone = await talks.duringTalk(presented, (tx, held) => repo.confirm(tx, held, remoteId));
    if (!isDone) throw remoteNotFound();
    await this.#tellPresenter(presented.talk, actor.userId);
  }

  /** Disconnects a phone at once, or rejects one that waits. @throws AppError TALK_NOT_FOUND, FORBIDDEN, REMOTE_NOT_FOUND */
  async revoke(actor: Actor, talkId: string, remoteId: string): Promise<void> {
    const { repo, talks } = this.#dependencies;
    const presented = await talks.presented(actor, talkId);
    const isDone = await talks.duringTalk(presented, (tx, held) => repo.remove(tx, held, remoteId));
    if (!isDone) throw remoteNotFound();
    await this.#tellPresenter(presented.talk, actor.userId);
  }

  /**
   * Disconnects every phone of a presenter and removes the unused codes, in the caller's transaction. Returns a function that
   * notifies the presenter's windows; call it after the commit.
   */
  async endAll(tx: Transaction, { id: presenterId }: Person): Promise<() => Promise<void>> {
    const talks = await this.#dependencies.repo.removeAll(tx, presenterId);
    return async () => {
      await Promise.all(talks.map((talk) => this.#tellPresenter(talk, presenterId)));
    };
  }

  /** @throws AppError PAIRING_REQUIRED, the same whether the code is unknown, used, replaced or expired */
  async claim(code: string, name: string): Promise<Claimed> {
    const { repo } = this.#dependencies;
    const token = newSecretToken();
    const tokenHash = hashSecretToken(token);
    const row = await repo.claim(hashSecretToken(code), { id: randomUUID(), tokenHash, name });
    if (row === null) throw new AppError('PAIRING_REQUIRED', 'This code is not valid. It was already used, or it has expired.');
    const steering = await repo.resolve(tokenHash);
    if (steering) await this.#tellPresenter(steering.talk, steering.talk.presenterId);
    return { remote: serializeRemote(row), token };
  }

  /**
   * Executes a phone's command. `next` and `previous` go to the presenter's windows, which know the steps inside a slide.
   *
   * @throws AppError UNAUTHENTICATED, FORBIDDEN while the phone waits, TALK_NOT_FOUND while the presenter has left, NOT_FOUND without such a
   *   question, RATE_LIMITED
   */
  async command(token: string | null, command: RemoteCommand): Promise<void> {
    const { broadcasts, laser, repo } = this.#dependencies;
    const steering = await this.steering(token);
    const { remote, talk } = steering;
    if (remote.confirmedAt === null) throw forbidden();
    if (talk.endedAt !== null) throw talkNotFound();
    const steer = async (work: (tx: Transaction) => Promise<unknown>) => {
      if (!(await repo.steer(steering, work))) throw unauthenticated();
    };
    if (command.do === 'laser') {
      const event = { kind: 'laser' as const, ...keyOf(talk) };
      return laser.point(talk.id, command.dot, (dot) => steer((tx) => broadcasts.publish({ ...event, dot }, null, tx)));
    }
    await this.#spend(remote);
    if (command.do === 'question') {
      const { questions } = this.#dependencies;
      await steer((tx) => questions.changeWithin(tx, talk, command.questionId, command.change));
      return questions.changed(talk);
    }
    if (command.do === 'blank') {
      const { blank } = command;
      return steer((tx) => apply(tx, talk.id, (held) => (held.blank === blank ? null : { blank, movedBy: '' })));
    }
    return steer((tx) => broadcasts.publish({ kind: 'remote-command', ...keyOf(talk), command }, talk.presenterId, tx));
  }

  /** The remote and the talk that a token belongs to. @throws AppError UNAUTHENTICATED */
  async steering(token: string | null): Promise<SteeringRemote> {
    const found = token === null ? null : await this.#dependencies.repo.resolve(hashSecretToken(token));
    if (found === null) throw unauthenticated();
    return found;
  }

  async #spend({ id }: RemoteRow): Promise<void> {
    await this.#steering.consume(id).catch((refusal: unknown) => {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AppError('RATE_LIMITED', 'Too many commands. Wait a second, then try again.', { retryAfterSeconds: 1 });
    });
  }

  async #tellPresenter(talk: TalkKey, presenterId: string): Promise<void> {
    const remotes = await this.#of(talk);
    await this.#dependencies.broadcasts.publish({ kind: 'remotes', ...keyOf(talk), remotes }, presenterId);
  }

  async #of(talk: TalkKey): Promise<Remote[]> {
    const rows = await this.#dependencies.repo.list(talk.id);
    return rows.map(serializeRemote);
  }
}

function keyOf({ id, deckId }: TalkKey): { talkId: string; deckId: string } {
  return { talkId: id, deckId };
}

function remoteNotFound(): AppError {
  return new AppError('REMOTE_NOT_FOUND', 'This remote does not exist.');
}
