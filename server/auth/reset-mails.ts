import type { Logger } from 'pino';
import { AppError } from '#server/errors.ts';
import { resetLetter } from '#server/mail/letters.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { PasswordResetRequest } from '#shared/password-resets.ts';
import type { PasswordResets } from './password-resets.ts';
import { passwordsOff } from './passwords-off.ts';

/** How many requests are worked on or wait at a time. More are not taken. */
const PENDING_MAX = 100;

interface Dependencies {
  readonly resets: Pick<PasswordResets, 'createForMail'>;
  /** Null: the server sends no mail. */
  readonly mailer: Pick<Mailer, 'send'> | null;
  readonly hasPasswords: boolean;
  /** The address of the application. */
  readonly baseUrl: string;
  readonly log: Logger;
}

/** Mails links to people who have forgotten their password. */
export class ResetMails {
  readonly #dependencies: Dependencies;
  readonly #pending = new Set<Promise<void>>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws AppError FORBIDDEN if the server sends no mail or has no passwords */
  requirePossible(): void {
    const { mailer, hasPasswords } = this.#dependencies;
    if (!hasPasswords) throw passwordsOff();
    if (mailer === null) throw new AppError('FORBIDDEN', 'This server sends no mail. Ask an admin for a link.');
  }

  /**
   * Mails a link to the person with this address, if there is one. What happens, happens later: neither the answer nor its time says
   * whether the address has an account.
   *
   * @throws AppError UNAVAILABLE when too many requests wait
   */
  request({ email, language }: PasswordResetRequest): void {
    if (this.#pending.size >= PENDING_MAX) throw new AppError('UNAVAILABLE', 'Too much mail is waiting. Try again in a minute.');
    const work = this.#mail(email, language)
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#pending.delete(work));
    this.#pending.add(work);
  }

  /** Waits for what was requested. */
  async close(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #mail(email: string, language: PasswordResetRequest['language']): Promise<void> {
    const { resets, mailer, baseUrl } = this.#dependencies;
    const { user, url } = await resets.createForMail(email);
    await mailer?.send({ to: user.email, letter: resetLetter(language, { name: user.name, baseUrl, url }) });
  }

  #report(error: unknown): void {
    if (error instanceof AppError && error.code === 'USER_NOT_FOUND') return;
    this.#dependencies.log.error({ err: error }, 'the link to set a new password was not mailed');
  }
}
