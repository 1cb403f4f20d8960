import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { inSpan } from '#server/spans.ts';
import type { Letter } from './letters.ts';

export type MailSettings = NonNullable<Config['mail']>;

/** A message to one person. */
export interface Mail {
  /** An address, as `emailSchema` accepts them. */
  readonly to: string;
  readonly letter: Letter;
}

/** How many connections to the SMTP server are open at a time. */
const CONNECTIONS_MAX = 5;
/** How long the SMTP server may take to accept a connection, to greet, and to answer each command. */
const ANSWER_MS = 10_000;
/** Faults of nodemailer after which other messages cannot be sent either. */
const SERVER_FAULTS: ReadonlySet<string> = new Set(['ECONNECTION', 'ETIMEDOUT', 'EDNS', 'EAUTH', 'ETLS', 'ESOCKET', 'ENOAUTH']);

/** Sends mail through the SMTP server of the operator. */
export class Mailer {
  readonly #transport: ReturnType<typeof open>;
  readonly #from: MailSettings['from'];

  constructor(settings: MailSettings) {
    this.#transport = open(settings);
    this.#from = settings.from;
  }

  /** Resolves when the SMTP server has accepted the message. @throws Error if it does not */
  async send({ to, letter }: Mail): Promise<void> {
    await inSpan('send mail', {}, () =>
      this.#transport.sendMail({
        from: this.#from,
        // As an object, it is never read as a list of addresses.
        to: { name: '', address: to },
        subject: letter.subject,
        text: letter.text,
        // No out-of-office replies, please (RFC 3834, 5).
        headers: { 'Auto-Submitted': 'auto-generated' },
      }),
    );
  }

  /**
   * Sends several messages, a few at a time. Once the SMTP server cannot be used, the rest is not tried.
   * @returns for each message why it was not sent; null: it was
   */
  async sendAll(mails: readonly Mail[]): Promise<(Error | null)[]> {
    const faults = mails.map<Error | null>(() => null);
    let serverFault: Error | null = null;
    const waiting = mails.entries();
    const sendSome = async (): Promise<void> => {
      for (const [at, mail] of waiting) {
        if (serverFault === null) await this.send(mail).catch((error: unknown) => (faults[at] = errorOf(error)));
        else faults[at] = serverFault;
        const fault = faults[at];
        if (fault && 'code' in fault && SERVER_FAULTS.has(String(fault.code))) serverFault = fault;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS_MAX }, sendSome));
    return faults;
  }

  /** Connects and signs in, without sending anything. @throws Error with the reason why mail cannot be sent */
  async check(): Promise<void> {
    await this.#transport.verify();
  }

  close(): void {
    this.#transport.close();
  }
}

function open({ url }: MailSettings) {
  const { hostname } = new URL(url);
  return createTransport({
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    connectionTimeout: ANSWER_MS,
    greetingTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    // The messages contain links that are as good as passwords. `?requireTLS=false` in the address switches this off.
    requireTLS: !['localhost', '127.0.0.1', '[::1]'].includes(hostname),
    // Nothing in a message is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    // What the address says comes last.
    url,
  });
}

function errorOf(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
