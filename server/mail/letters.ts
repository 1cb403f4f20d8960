import { RESET_HOURS } from '#shared/limits.ts';
import type { MailLanguage } from '#shared/mail.ts';

/** What a message says. It is plain text: everything in it can be read in any mail program, and nothing is loaded. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
}

interface ResetFacts {
  /** The name of the person. */
  readonly name: string;
  /** The address of the application. */
  readonly baseUrl: string;
  /** The link with which they set a new password. */
  readonly url: string;
}

interface InviteFacts {
  /** The name of the admin who invites. */
  readonly from: string;
  readonly baseUrl: string;
  /** The link with which the person joins. */
  readonly url: string;
  readonly expiresAt: Date;
  /** What the admin has written; empty: nothing. */
  readonly message: string;
}

interface Letters {
  readonly reset: (facts: ResetFacts) => Letter;
  readonly invite: (facts: InviteFacts & { readonly until: string }) => Letter;
}

const LETTERS: Readonly<Record<MailLanguage, Letters>> = {
  en: {
    reset: ({ name, baseUrl, url }) => ({
      subject: 'A new password for Lectern',
      text: paragraphs(
        `Hello ${name},`,
        `someone has asked for a new password for your account on ${baseUrl}. Set it here, within ${RESET_HOURS} hours:`,
        url,
        'All your sessions end when you do. If it was not you who asked, ignore this message: your password stays as it is.',
      ),
    }),
    invite: ({ from, baseUrl, url, until, message }) => ({
      subject: `${from} invites you to Lectern`,
      text: paragraphs(
        'Hello,',
        `${from} invites you to the slide decks of the team on ${baseUrl}.`,
        message,
        `Create your account here. The link works once, until ${until}:`,
        url,
      ),
    }),
  },
  de: {
    reset: ({ name, baseUrl, url }) => ({
      subject: 'Ein neues Passwort für Lectern',
      text: paragraphs(
        `Hallo ${name},`,
        `jemand hat für dein Konto auf ${baseUrl} ein neues Passwort angefordert. Hier legst du es innerhalb von ${RESET_HOURS} Stunden fest:`,
        url,
        'Dabei enden alle deine Sitzungen. Wenn du es nicht angefordert hast, ignoriere diese Nachricht: Dein Passwort bleibt, wie es ist.',
      ),
    }),
    invite: ({ from, baseUrl, url, until, message }) => ({
      subject: `${from} lädt dich zu Lectern ein`,
      text: paragraphs(
        'Hallo,',
        `${from} lädt dich zu den Präsentationen des Teams auf ${baseUrl} ein.`,
        message,
        `Hier legst du dein Konto an. Der Link gilt einmal, bis zum ${until}:`,
        url,
      ),
    }),
  },
};

/** The message with which a person sets a new password. */
export function resetLetter(language: MailLanguage, facts: ResetFacts): Letter {
  return LETTERS[language].reset(facts);
}

/** The message with which a person joins. */
export function inviteLetter(language: MailLanguage, facts: InviteFacts): Letter {
  // The server does not know where the person is.
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return LETTERS[language].invite({ ...facts, until: `${format.format(facts.expiresAt)} (UTC)` });
}

function paragraphs(...texts: readonly string[]): string {
  return `${texts.filter((text) => text !== '').join('\n\n')}\n`;
}
