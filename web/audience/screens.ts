import '#web/ui/button.css';
import '#web/ui/text-field.css';
import './screens.css';
import './fonts.css';
import type { SharedDeck } from '#shared/shared-decks.ts';
import { button, h } from './dom.ts';
import { texts } from './control-texts.ts';
import { fill, inLanguage } from './texts.ts';
import { Refusal, type Visitor } from './visitor.ts';
import { beginVisit } from './visits.ts';

const words = inLanguage({
  en: {
    askLead: '{name} asks for this before the slides are shown.',
    continue: 'Show the slides',
    email: 'Your email address',
    emailWrong: 'Enter an email address, such as name@example.com.',
    expired: 'This link does not work any more',
    expiredLead: 'It has expired, or someone has paused it. Ask the person who sent it to you for a new one.',
    failed: 'The slides cannot be shown right now',
    failedLead: 'There is no connection to the server, or it is too busy.',
    later: 'Too many tries. Try again in {count} s.',
    name: 'Your name',
    nameWrong: 'Enter your name.',
    password: 'Password',
    passwordLead: 'The person who sent you the link knows the password.',
    passwordTitle: 'This link needs a password',
    unknown: 'There is nothing at this link',
    unknownLead: 'It may have been deleted, or not copied whole. Ask the person who sent it to you.',
    wrong: 'This is not the password.',
  },
  de: {
    askLead: '{name} bittet darum, bevor die Folien gezeigt werden.',
    continue: 'Folien zeigen',
    email: 'Deine E-Mail-Adresse',
    emailWrong: 'Gib eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    expired: 'Dieser Link funktioniert nicht mehr',
    expiredLead:
      'Er ist abgelaufen, oder jemand hat ihn angehalten. Bitte die Person, die ihn dir geschickt hat, um einen neuen.',
    failed: 'Die Folien lassen sich gerade nicht zeigen',
    failedLead: 'Es gibt keine Verbindung zum Server, oder er ist überlastet.',
    later: 'Zu viele Versuche. Versuche es in {count} s noch einmal.',
    name: 'Dein Name',
    nameWrong: 'Gib deinen Namen ein.',
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

/** Asks for the password of the link, until it is right. */
export function askPassword(root: HTMLElement, visitor: Visitor, onGranted: () => void): void {
  showForm(root, {
    title: words.passwordTitle,
    lead: words.passwordLead,
    field: { label: words.password, type: 'password', autocomplete: 'off', maxlength: '128' },
    send: async (password) => {
      const response = await visitor.send('/unlock', { password });
      const { grant } = (await response.json()) as { grant: string };
      visitor.grant = grant;
      onGranted();
    },
    faultOf: (code) => (code === 'WRONG_PASSWORD' || code === 'VALIDATION_FAILED' ? words.wrong : null),
    // The link may have ended meanwhile.
    onEnd: onGranted,
  });
}

/** Asks visitors for their name or address, if the link wants it. */
export function askVisitor(
  root: HTMLElement,
  visitor: Visitor,
  { askFor, deck, owner }: SharedDeck,
  onKnown: () => void,
  onEnd: () => void,
): void {
  const isName = askFor === 'name';
  showForm(root, {
    title: deck.title,
    lead: fill(words.askLead, { name: owner.name }),
    field: isName
      ? { label: words.name, type: 'text', autocomplete: 'name', maxlength: '128' }
      : { label: words.email, type: 'email', autocomplete: 'email', maxlength: '254' },
    send: async (value) => {
      await beginVisit(visitor, isName ? { name: value } : { email: value });
      onKnown();
    },
    faultOf: (code) => (code === 'VALIDATION_FAILED' ? (isName ? words.nameWrong : words.emailWrong) : null),
    onEnd,
  });
}

interface Form {
  readonly title: string;
  readonly lead: string;
  readonly field: { readonly label: string; readonly type: string; readonly autocomplete: string; readonly maxlength: string };
  readonly send: (value: string) => Promise<void>;
  /** The words for a refusal of what was typed; null for other refusals. */
  readonly faultOf: (code: string) => string | null;
  /** The link has ended. */
  readonly onEnd: () => void;
}

function showForm(root: HTMLElement, { title, lead, field, send, faultOf, onEnd }: Form): void {
  const { label, ...attributes } = field;
  const input = h('input', { id: 'answer', ...attributes, required: true, 'aria-describedby': 'fault' });
  const fault = h('p', { id: 'fault', class: 'text-field-error', role: 'alert' });
  const submit = h('button', { type: 'submit', class: 'button' }, words.continue);
  const form = h(
    'form',
    { novalidate: true },
    h('div', { class: 'text-field', 'data-size': 'large' }, h('label', { for: 'answer' }, label), input, fault),
    submit,
  );
  const refuse = (text: string): void => {
    fault.textContent = text;
    input.ariaInvalid = String(text !== '');
    submit.disabled = false;
    if (text !== '') input.focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value.trim() === '' || !input.validity.valid) return refuse(faultOf('VALIDATION_FAILED') ?? '');
    refuse('');
    submit.disabled = true;
    send(input.value).catch((refused: unknown) => {
      if (refused instanceof Refusal && refused.isEnd) return onEnd();
      const text = refused instanceof Refusal ? faultOf(refused.code) : null;
      const wait = refused instanceof Refusal ? refused.retryAfter : null;
      refuse(text ?? (wait === null ? words.failedLead : fill(words.later, { count: wait })));
    });
  });
  showScreen(root, title, h('p', {}, lead), form);
  input.focus();
}

function showScreen(root: HTMLElement, title: string, ...content: readonly HTMLElement[]): void {
  document.title = title;
  const heading = h('h1', { tabindex: '-1', dir: 'auto' }, title);
  root.replaceChildren(h('main', { class: 'screen' }, heading, ...content));
  // Screen readers read the new screen.
  heading.focus();
}
