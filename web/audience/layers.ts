import { KEY_NAMES } from '#web/stage/controls/key-names.ts';
import { button, h } from './dom.ts';
import type { AudiencePlayer } from './player.ts';
import { texts } from './control-texts.ts';
import { inLanguage } from './texts.ts';

const words = inLanguage({
  en: {
    ends: 'First and last slide',
    skip: 'Skip the steps inside a slide',
    black: 'Black screen',
    white: 'White screen',
    leave: 'Close what is open',
    space: 'Space',
    hint: '1 to {count}, then Enter',
  },
  de: {
    ends: 'Erste und letzte Folie',
    skip: 'Schritte in der Folie überspringen',
    black: 'Schwarzer Bildschirm',
    white: 'Weißer Bildschirm',
    leave: 'Offenes schließen',
    space: 'Leertaste',
    hint: '1 bis {count}, dann Enter',
  },
});

/** A field to go to a slide by number. */
export function showGoTo(player: AudiencePlayer, digits: string): void {
  const { count } = player.facts;
  const field = h('input', { inputmode: 'numeric', autocomplete: 'off', maxlength: '4', value: digits });
  const form = h(
    'form',
    { class: 'go-to' },
    h('label', {}, texts.goTo, field),
    h('p', {}, words.hint.replace('{count}', String(count))),
  );
  const close = (): void => form.remove();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const number = Number(field.value);
    if (number >= 1) player.goTo(Math.min(number, count) - 1);
    close();
  });
  field.addEventListener('input', () => (field.value = field.value.replaceAll(/\D/g, '')));
  field.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  field.addEventListener('blur', close);
  player.root.append(form);
  // The user has started typing the number, so the field takes the focus at once.
  field.focus();
  field.setSelectionRange(digits.length, digits.length);
}

/** The list of keyboard shortcuts. */
export function showHelp(player: AudiencePlayer): void {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [texts.next, KEY_NAMES.next],
    [texts.previous, KEY_NAMES.previous],
    [words.skip, ['⇧ →', '⇧ ←']],
    [words.ends, ['Home', 'End']],
    [texts.goTo, KEY_NAMES.goTo],
    [texts.overview, KEY_NAMES.overview],
    ...(player.opened.shared.showNotes ? [[texts.notes, KEY_NAMES.notes] as const] : []),
    [texts.fullscreen, KEY_NAMES.fullscreen],
    [words.black, KEY_NAMES.black],
    [words.white, KEY_NAMES.white],
    [texts.whole, ['0']],
    [texts.help, KEY_NAMES.help],
    [words.leave, KEY_NAMES.close],
  ];
  const list = h(
    'dl',
    { class: 'keys' },
    ...rows.flatMap(([action, keys]) => [
      h('dt', {}, action),
      h('dd', {}, ...keys.map((key) => h('kbd', {}, key.replace('space', words.space)))),
    ]),
  );
  openDialog(player, texts.help, list);
}

/** Shows a dialog with a title. @returns a function that closes it */
export function openDialog(player: AudiencePlayer, title: string, ...content: readonly HTMLElement[]): () => void {
  const dialog = h('dialog', { class: 'audience-dialog', 'aria-label': title }, h('h2', {}, title), ...content);
  const close = (): void => player.cover(null);
  const isChoice = content.some((element) => element.classList.contains('audience-choices'));
  if (!isChoice) {
    dialog.append(h('div', { class: 'audience-choices' }, button({ class: 'end-choice' }, close, texts.close)));
  }
  player.cover(dialog);
  return close;
}
