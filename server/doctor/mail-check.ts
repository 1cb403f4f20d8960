import type { Config } from '#server/config.ts';
import { Mailer } from '#server/mail/mailer.ts';
import { type Check, checked, fault, skipped } from './report.ts';

const NAME = 'Mail';

/** Whether the SMTP server can be reached and accepts the user. Nothing is sent. */
export async function checkMail(settings: Config['mail']): Promise<Check> {
  if (settings === null) return skipped(NAME, 'none is sent');
  const { host } = new URL(settings.url);
  const mailer = new Mailer(settings);
  try {
    await mailer.check();
    return checked(NAME, `${host}, from ${settings.from.address}`, []);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const remedy =
      'Compare SMTP_URL with what the operator of the mail server says: host, port, user, password, and smtps:// or smtp://.';
    return checked(NAME, host, [fault(`The mail server cannot be used (${why}): no mail is sent.`, remedy)]);
  } finally {
    mailer.close();
  }
}
