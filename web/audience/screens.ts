import '#web/ui/button.css';
import '#web/ui/text-field.css';
import './screens.css';
import './fonts.css';
import { button, h } from './dom.ts';
import { texts } from './control-texts.ts';
import { fill, inLanguage } from './texts.ts';
import { Refusal, type Visitor } from './visitor.ts';

const words = inLanguage({
  en: {
    continue: 'Show the slides',
    expired: 'This link does not work any more',
    expiredLead: 'It has expired, or someone has paused it. Ask the person who sent it to you for a new one.',
    failed: 'The slides cannot be shown right now',
    failedLead: 'There is no connection to the server, or it is too busy.',
    later: 'Too many tries. Try again in {count} s.',
    password: 'Password',
    passwordLead: 'The person who sent you the link knows the password.',
    passwordTitle: 'This link needs a password',
    unknown: 'There is nothing at this link',
    unknownLead: 'It may have been deleted, or not copied whole. Ask the person who sent it to you.',
    wrong: 'This is not the password.',
  },
  de: {
    continue: 'Folien zeigen',
    expired: 'Dieser Link funktioniert nicht mehr',
    expiredLead:
      'Er ist abgelaufen, oder jemand hat ihn angehalten. Bitte die Person, die ihn dir geschickt hat, um einen neuen.',
    failed: 'Die Folien lassen sich gerade nicht zeigen',
    failedLead: 'Es gibt keine Verbindung zum Server, oder er ist überlastet.',
    later: 'Zu viele Versuche. Versuche es in {count} s noch einmal.',
    password: 'Passwort',
    passwordLead: 'Die Person, die dir den Link geschickt hat, kennt das Passwort.',
    passwordTitle: 'Dieser Link braucht ein Passwort',
    unknown: 'Unter diesem Link gibt es nichts',
    unknownLead: 'Er wurde gelöscht oder nicht vollständig kopiert. Frage die Person, die ihn dir geschickt hat.',
    wrong: 'Das ist nicht das Passwort.',
  },
});

/** Says that the link has ended, or that there never was one. */
export function showEnded(root: HTMLElement, code: 'LINK_NOT_FOUND' | 'LINK_EXPIRED'): void {
  const [title, lead] = code === 'LINK_EXPIRED' ? [words.expired, words.expiredLead] : [words.unknown, words.unknownLead];
  showScreen(root, title, h('p', {}, lead));
}

/** Says that the server could not answer. */
export function showFault(root: HTMLElement, again: () => void): void {
  showScreen(root, words.failed, h('p', {}, words.failedLead), button({ class: 'button' }, again, texts.again));
}

/** Asks for the password of the link, until it is right or the link has ended. */
export function askPassword(root: HTMLElement, visitor: Visitor, onDone: () => void): void {
  const input = h('input', {
    id: 'password',
    type: 'password',
    autocomplete: 'off',
    maxlength: '128',
    required: true,
    'aria-describedby': 'fault',
  });
  const fault = h('p', { id: 'fault', class: 'text-field-error', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'button' }, words.continue);
  const label = h('label', { for: 'password' }, words.password);
  const field = h('div', { class: 'text-field', 'data-size': 'large' }, label, input, fault);
  const form = h('form', { novalidate: true }, field, submit);
  const refuse = (text: string): void => {
    fault.textContent = text;
    input.ariaInvalid = String(text !== '');
    submit.disabled = false;
    if (text !== '') input.focus();
  };
  const unlock = async (password: string): Promise<void> => {
    const response = await visitor.send('/unlock', { password });
    const { grant } = (await response.json()) as { grant: string };
    visitor.grant = grant;
    onDone();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value === '') return refuse(words.wrong);
    refuse('');
    submit.disabled = true;
    unlock(input.value).catch((refused: unknown) => {
      if (refused instanceof Refusal && refused.isEnd) return onDone();
      refuse(wordsOf(refused));
    });
  });
  showScreen(root, words.passwordTitle, h('p', {}, words.passwordLead), form);
  input.focus();
}

function wordsOf(refused: unknown): string {
  if (!(refused instanceof Refusal)) return words.failedLead;
  if (refused.code === 'WRONG_PASSWORD' || refused.code === 'VALIDATION_FAILED') return words.wrong;
  return refused.retryAfter === null ? words.failedLead : fill(words.later, { count: refused.retryAfter });
}

function showScreen(root: HTMLElement, title: string, ...content: readonly HTMLElement[]): void {
  document.title = title;
  const heading = h('h1', { tabindex: '-1', dir: 'auto' }, title);
  root.replaceChildren(h('main', { class: 'screen' }, heading, ...content));
  // Screen readers read the new screen.
  heading.focus();
}
