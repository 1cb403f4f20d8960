import '#web/ui/button.css';
import '#web/ui/text-field.css';
import './screens.css';
import './fonts.css';
import { button, h } from './dom.ts';
import { countedWords, texts } from './control-texts.ts';
import { fill, inLanguage } from './texts.ts';
import { Refusal, type Visitor } from './visitor.ts';
import { beginVisit } from './visits.ts';

const words = inLanguage({
  en: {
    continue: 'Show the slides',
    expired: 'This link does not work any more',
    expiredLead: 'It has expired, or someone has paused it. Ask the person who sent it to you for a new one.',
    failed: 'The slides cannot be shown right now',
    failedLead: 'There is no connection to the server, or it is too busy.',
    here: 'These slides are no longer shown here',
    hereLead: 'The person who shared them has ended this. They can still be seen at their own address.',
    hereOpen: 'Open the slides',
    later: 'Too many tries. Try again in {count} s.',
    password: 'Password',
    passwordLead: 'The person who sent you the link knows the password.',
    passwordTitle: 'This link needs a password',
    unknown: 'There is nothing at this link',
    unknownLead: 'It may have been deleted, or not copied whole. Ask the person who sent it to you.',
    whoEmail: 'Email address',
    whoEmailLead: 'The person who shared these slides asks for your email address.',
    whoEmailWrong: 'Enter an email address, such as name@example.com.',
    whoName: 'Name',
    whoNameLead: 'The person who shared these slides asks for your name.',
    whoNameWrong: 'Enter a name of at most 100 characters.',
    unsent: 'Your question, which was not sent',
    wrong: 'This is not the password.',
  },
  de: {
    continue: 'Folien zeigen',
    expired: 'Dieser Link funktioniert nicht mehr',
    expiredLead:
      'Er ist abgelaufen, oder jemand hat ihn angehalten. Bitte die Person, die ihn dir geschickt hat, um einen neuen.',
    failed: 'Die Folien lassen sich gerade nicht zeigen',
    failedLead: 'Es gibt keine Verbindung zum Server, oder er ist überlastet.',
    here: 'Diese Folien werden hier nicht mehr gezeigt',
    hereLead: 'Die Person, die sie geteilt hat, hat das beendet. Unter ihrer eigenen Adresse sind sie noch zu sehen.',
    hereOpen: 'Folien öffnen',
    later: 'Zu viele Versuche. Versuche es in {count} s noch einmal.',
    password: 'Passwort',
    passwordLead: 'Die Person, die dir den Link geschickt hat, kennt das Passwort.',
    passwordTitle: 'Dieser Link braucht ein Passwort',
    unknown: 'Unter diesem Link gibt es nichts',
    unknownLead: 'Er wurde gelöscht oder nicht vollständig kopiert. Frage die Person, die ihn dir geschickt hat.',
    whoEmail: 'E-Mail-Adresse',
    whoEmailLead: 'Die Person, die diese Folien geteilt hat, bittet um deine E-Mail-Adresse.',
    whoEmailWrong: 'Gib eine E-Mail-Adresse ein, etwa name@example.com.',
    whoName: 'Name',
    whoNameLead: 'Die Person, die diese Folien geteilt hat, bittet um deinen Namen.',
    whoNameWrong: 'Gib einen Namen mit höchstens 100 Zeichen ein.',
    unsent: 'Deine Frage, die nicht gesendet wurde',
    wrong: 'Das ist nicht das Passwort.',
  },
});

/**
 * Says that the link has ended, or that there never was one.
 *
 * @param draft a question that was not sent; empty: there is none
 */
export function showEnded(root: HTMLElement, code: 'LINK_NOT_FOUND' | 'LINK_EXPIRED', draft: string): void {
  const [title, lead] = code === 'LINK_EXPIRED' ? [words.expired, words.expiredLead] : [words.unknown, words.unknownLead];
  const kept = h('textarea', { id: 'answer', readonly: true, rows: '4', dir: 'auto' }, draft);
  const unsent = h('div', { class: 'text-field' }, h('label', { for: 'answer' }, words.unsent), kept);
  showScreen(root, title, h('p', {}, lead), ...(draft === '' ? [] : [unsent]));
}

/** Says that the page around this one may not show the slides any more. @param address where they can be seen */
export function showNotHere(root: HTMLElement, address: string): void {
  const link = h('a', { href: address, target: '_blank', rel: 'noopener' }, words.hereOpen);
  showScreen(root, words.here, h('p', {}, words.hereLead), h('p', {}, link));
}

/** Says that the server could not answer. */
export function showFault(root: HTMLElement, again: () => void): void {
  showScreen(root, words.failed, h('p', {}, words.failedLead), button({ class: 'button' }, again, texts.again));
}

/** Asks for the password of the link, until it is right or the link has ended. */
export function askPassword(root: HTMLElement, visitor: Visitor, onDone: () => void): void {
  showForm(root, {
    title: words.passwordTitle,
    lead: [h('p', {}, words.passwordLead)],
    label: words.password,
    input: { type: 'password', autocomplete: 'off', maxlength: '128' },
    wrong: words.wrong,
    send: async (password) => {
      const response = await visitor.send('/unlock', { password });
      const { grant } = (await response.json()) as { grant: string };
      visitor.grant = grant;
    },
    onDone,
  });
}

/** Asks for what the link wants to know of its visitors, and begins the visit with it. */
export function askWho(
  root: HTMLElement,
  visitor: Visitor,
  { askFor, title }: { readonly askFor: 'name' | 'email'; readonly title: string },
  onDone: () => void,
): void {
  const isName = askFor === 'name';
  showForm(root, {
    title,
    lead: [h('p', {}, isName ? words.whoNameLead : words.whoEmailLead), h('p', { class: 'screen-note' }, countedWords(true))],
    label: isName ? words.whoName : words.whoEmail,
    input: isName
      ? { type: 'text', autocomplete: 'name', maxlength: '100' }
      : { type: 'email', autocomplete: 'email', maxlength: '254' },
    wrong: isName ? words.whoNameWrong : words.whoEmailWrong,
    send: (text) => beginVisit(visitor, JSON.stringify({ [askFor]: text.trim() })),
    onDone,
  });
}

interface Question {
  readonly title: string;
  readonly lead: readonly HTMLElement[];
  readonly label: string;
  readonly input: Readonly<Record<string, string>>;
  /** What is said about an answer that the server does not accept. */
  readonly wrong: string;
  readonly send: (answer: string) => Promise<void>;
  /** Called when the answer was accepted, or the link has ended. */
  readonly onDone: () => void;
}

/** A screen with one field. */
function showForm(root: HTMLElement, { title, lead, label, input: attributes, wrong, send, onDone }: Question): void {
  const input = h('input', { id: 'answer', required: true, 'aria-describedby': 'fault', ...attributes });
  const fault = h('p', { id: 'fault', class: 'text-field-error', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'button' }, words.continue);
  const field = h('div', { class: 'text-field', 'data-size': 'large' }, h('label', { for: 'answer' }, label), input, fault);
  const form = h('form', { novalidate: true }, field, submit);
  const refuse = (text: string): void => {
    fault.textContent = text;
    input.ariaInvalid = String(text !== '');
    submit.disabled = false;
    if (text !== '') input.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value === '') return refuse(wrong);
    refuse('');
    submit.disabled = true;
    send(input.value).then(onDone, (refused: unknown) => {
      if (refused instanceof Refusal && refused.isEnd) return onDone();
      refuse(wordsOf(refused, wrong));
    });
  });
  showScreen(root, title, ...lead, form);
  input.focus();
}

function wordsOf(refused: unknown, wrong: string): string {
  if (!(refused instanceof Refusal)) return words.failedLead;
  if (refused.code === 'WRONG_PASSWORD' || refused.code === 'VALIDATION_FAILED') return wrong;
  return refused.retryAfter === null ? words.failedLead : fill(words.later, { count: refused.retryAfter });
}

function showScreen(root: HTMLElement, title: string, ...content: readonly HTMLElement[]): void {
  document.title = title;
  const heading = h('h1', { tabindex: '-1', dir: 'auto' }, title);
  root.replaceChildren(h('main', { class: 'screen' }, heading, ...content));
  // Screen readers read the new screen.
  heading.focus();
}
