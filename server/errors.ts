import type { ZodError } from 'zod';
import { ERROR_STATUS, type ErrorCode, type Issue } from '#shared/errors.ts';
import type { SecondStepMethod } from '#shared/two-factor-rules.ts';

/** What an error response contains besides code and message. It must be JSON and must not reveal the cause. */
export interface ErrorDetails {
  readonly issues?: readonly Issue[];
  readonly reason?: string;
  /** The rule of the container format that a package breaks. */
  readonly rule?: string;
  readonly path?: string;
  readonly maxBytes?: number;
  /** The allowed number, or the allowed size in bytes. */
  readonly limit?: number;
  /** How the second step of a sign-in can be taken. */
  readonly methods?: readonly SecondStepMethod[];
  /** The current record, if a precondition failed. */
  readonly current?: unknown;
  readonly retryAfterSeconds?: number;
}

/** An error that is meant for the client. Anything else that is thrown is a fault of the server: 500. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

export function validationFailed(issues: readonly Issue[]): AppError {
  return new AppError('VALIDATION_FAILED', 'The request is not valid. See details.issues.', { issues });
}

/**
 * The same for input that a schema has refused.
 *
 * @param where the prefix of the paths of issues, such as a header's name
 */
export function refusedBySchema({ issues }: ZodError, ...where: string[]): AppError {
  return validationFailed(issues.map(({ path, message }) => ({ path: [...where, ...path].join('.'), message })));
}

export function unauthenticated(): AppError {
  return new AppError('UNAUTHENTICATED', 'You are not signed in. Sign in, or send an API key.');
}

export function forbidden(): AppError {
  return new AppError('FORBIDDEN', 'You do not have permission to do this.');
}

/** For a deck that does not exist and for one that the caller may not see, so that callers cannot distinguish the two. */
export function deckNotFound(): AppError {
  return new AppError('DECK_NOT_FOUND', 'This deck does not exist, or you may not see it.');
}

/** The same for collections. */
export function collectionNotFound(): AppError {
  return new AppError('COLLECTION_NOT_FOUND', 'This collection does not exist, or you may not see it.');
}

export function slideNotFound(): AppError {
  return new AppError('SLIDE_NOT_FOUND', 'The deck has no slide at this position.');
}

/** For a version that does not exist, or has been deleted. */
export function versionNotFound(): AppError {
  return new AppError('VERSION_NOT_FOUND', 'The deck has no such version.');
}

/** For a link that does not exist, or has been deleted with or without its deck. */
export function linkNotFound(): AppError {
  return new AppError('LINK_NOT_FOUND', 'This link does not exist, or it has been deleted.');
}

/** A user who does not exist, or who is disabled where only active users count. */
export function userNotFound(): AppError {
  return new AppError('USER_NOT_FOUND', 'This person does not exist, or their account is disabled.');
}

export function lastAdmin(): AppError {
  return new AppError('LAST_ADMIN', 'This is the last admin. Make someone else an admin first.');
}

/** Also for a talk that has ended. */
export function talkNotFound(): AppError {
  return new AppError('TALK_NOT_FOUND', 'This talk does not exist, or it has ended.');
}

/** Also for a question that is hidden. */
export function questionNotFound(): AppError {
  return new AppError('NOT_FOUND', 'This talk has no such question.');
}

export function unavailable(cause?: unknown): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The service is not available at the moment. Try again in a few seconds.',
    { retryAfterSeconds: 5 },
    { cause },
  );
}
