import type { Actor } from '#server/auth/actor.ts';
import type { LimitName } from '#server/auth/rate-limits.ts';
import type { Preconditions } from '#server/preconditions.ts';
import type { AnswerBudget } from './answer-budget.ts';

/**
 * The services that procedures call. Every router declares the services of its feature here (`declare module`), so that this folder
 * does not depend on features. A service that `app.ts` does not pass is a compile error.
 */
export interface Services {}

/** What a procedure knows about its request. Routers can declare more, like services. */
export interface Context {
  readonly actor: Actor | null;
  readonly services: Services;
  readonly requestId: string;
  /** The origin of this service to which the request was sent. Addresses for browsers start with it. */
  readonly origin: string;
  /** The conditions on a change in the request's headers. Requests to tRPC have none. */
  readonly preconditions: Preconditions;
  /** The memory that the response may take. */
  readonly answer: AnswerBudget;
  /** Counts one attempt, by the client's network unless `who` is given. @throws AppError RATE_LIMITED */
  readonly spend: (limit: LimitName, who?: string) => Promise<void>;
  /** Returns an attempt that was not a guess. */
  readonly giveBack: (limit: LimitName, who?: string) => Promise<void>;
}
