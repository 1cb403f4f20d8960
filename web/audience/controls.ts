import type { Talk } from '#shared/talks.ts';
import { KEY_NAMES } from '#web/stage/controls/key-names.ts';
import type { StageState } from '#web/stage/frames/stage-frames.ts';
import type { PositionFacts } from '#web/stage/position/deck-position.ts';
import { listenForGestures } from '#web/stage/view/listen-for-gestures.ts';
import type { GestureActions } from '#web/stage/view/stage-gestures.ts';
import type { Command, PlainCommand } from '#web/protocol/keys.ts';
import { button, h } from './dom.ts';
import { icon, ICONS } from './svg.ts';
import type { AudiencePlayer } from './player.ts';
import { countedWords, texts } from './control-texts.ts';
import { fill, language } from './texts.ts';

/** What the controls show. */
interface Shown {
  readonly facts: PositionFacts;
  readonly stage: StageState;
  readonly blank: Talk['blank'];
  readonly isZoomed: boolean;
}

interface ControlsUse {
  /** Where the controls are put, around the stage. */
  readonly main: HTMLElement;
  /** Where fingers, the mouse and the wheel move and zoom the slide. */
  readonly stage: HTMLElement;
  readonly gestures: () => GestureActions;
  readonly showWhole: () => void;
  /** Loads the current slide again. */
  readonly again: () => void;
  readonly removeBlank: () => void;
}

/** How long the controls stay visible after the last movement. */
const STAY_MS = 2600;

/** Shows a state. */
export type ShowControls = (shown: Shown) => void;

/** Everything around and over the slide, and the gestures on it. Returns a function that shows a state. */
export function createControls(player: AudiencePlayer, use: ControlsUse): ShowControls {
  player.wake = keepAwake(player.root, player.signal);
  player.signal.addEventListener('abort', listenForGestures(use.stage, use.gestures));
  const showBars = createBars(player, use.main);
  const showCovers = createCovers(player, use);
  return (shown) => {
    showBars(shown);
    showCovers(shown);
  };
}

/**
 * Shows the controls of a player now, and after each movement in it, for a while.
 *
 * @returns a function to call when something moves that the page does not hear of, as in the frame of a deck
 */
function keepAwake(root: HTMLElement, signal: AbortSignal): () => void {
  let asleep: ReturnType<typeof setTimeout> | undefined;
  const wake = (): void => {
    root.dataset['awake'] = 'true';
    clearTimeout(asleep);
    asleep = setTimeout(() => (root.dataset['awake'] = 'false'), STAY_MS);
  };
  for (const event of ['pointermove', 'pointerdown', 'focusin'] as const) root.addEventListener(event, wake);
  signal.addEventListener('abort', () => clearTimeout(asleep));
  wake();
  return wake;
}

function control(player: AudiencePlayer, label: string, key: string, path: string, command: Command): HTMLButtonElement {
  const title = fill(texts.key, { label, key });
  return button({ class: 'player-button', 'aria-label': label, title }, () => player.run(command), icon(path));
}

/** The bars above and below the slide. */
function createBars(player: AudiencePlayer, main: HTMLElement): ShowControls {
  const { shared } = player.opened;
  const plain = (name: PlainCommand & keyof typeof KEY_NAMES, label: string, path: string) =>
    control(player, label, KEY_NAMES[name][0], path, { do: name });
  const step = (name: 'previous' | 'next') =>
    control(player, texts[name], KEY_NAMES[name][0], ICONS[name], { do: 'step', direction: name, skip: false });

  const [previous, next] = [step('previous'), step('next')];
  const position = h('p', { class: 'visually-hidden', role: 'status' });
  const count = button({ class: 'player-count' }, () => player.run({ do: 'goTo', digits: '' }));
  const fullscreen = plain('fullscreen', texts.fullscreen, ICONS.fullscreen);
  const progress = h('div', { class: 'player-bar player-progress' });
  main.prepend(position, topBar(player));
  const tools = h(
    'div',
    { class: 'player-group', role: 'toolbar', 'aria-label': texts.controls },
    h('div', { class: 'player-moves' }, previous, count, next),
    h('span', { class: 'player-divider' }),
    plain('overview', texts.overview, ICONS.overview),
    shared.showNotes && plain('notes', texts.notes, ICONS.notes),
    fullscreen,
    plain('help', texts.help, ICONS.keys),
  );
  main.append(h('div', { class: 'player-bar player-bottom' }, tools), progress);

  return ({ facts: { current, count: all, counted, canPrevious, ended } }) => {
    const words = counted ? fill(texts.position, { number: current + 1, count: all }) : '';
    say(position, words);
    say(count, counted ? `${current + 1} / ${all}` : `${current + 1}`);
    count.ariaLabel = counted ? `${words}. ${texts.goTo}` : texts.goTo;
    previous.ariaDisabled = String(!canPrevious && !ended);
    next.ariaDisabled = String(ended);
    progress.style.setProperty('--done', String(counted && all > 1 ? current / (all - 1) : 0));
    const isFull = document.fullscreenElement !== null;
    fullscreen.ariaLabel = isFull ? texts.leaveFullscreen : texts.fullscreen;
    fullscreen.querySelector('path')?.setAttribute('d', isFull ? ICONS.leave : ICONS.fullscreen);
  };
}

/** The title on one side; on the other the download, and what the page says about itself. */
function topBar(player: AudiencePlayer): HTMLElement {
  const { shared } = player.opened;
  const about = h(
    'div',
    { id: 'about', popover: true, class: 'audience-about', role: 'dialog', 'aria-label': texts.about },
    h('p', {}, fill(texts.sharedBy, { name: shared.owner.name })),
    shared.expiresAt !== null && h('p', {}, fill(texts.until, { time: timeWords(shared.expiresAt) })),
    h('p', {}, countedWords(shared.askFor !== 'nothing')),
  );
  const opensAbout = { class: 'player-button', popovertarget: 'about', 'aria-label': texts.about, title: texts.about };
  return h(
    'header',
    { class: 'player-bar player-top' },
    h('div', { class: 'player-group player-top-title' }, h('h1', { class: 'player-title', dir: 'auto' }, shared.deck.title)),
    h(
      'div',
      { class: 'player-group' },
      shared.allowDownload && downloadButton(player),
      h('button', { type: 'button', ...opensAbout }, icon(ICONS.info)),
    ),
    about,
  );
}

/** What covers the slide at times: the end of the deck, a blank screen, the explanation of a missing slide. */
function createCovers(player: AudiencePlayer, { main, showWhole, again, removeBlank }: ControlsUse): ShowControls {
  const { shared } = player.opened;
  const zoomReset = button({ class: 'zoom-reset' }, showWhole, texts.whole);
  const waiting = h('p', { class: 'stage-waiting' });
  const blankScreen = button({ class: 'blank-screen' }, removeBlank, h('span', { class: 'visually-hidden' }));
  const endScreen = h(
    'section',
    { class: 'end-screen', 'aria-label': texts.end },
    h('p', { class: 'end-title', dir: 'auto' }, shared.deck.title),
    h('p', { role: 'status' }, texts.end),
    h(
      'div',
      { class: 'end-choices' },
      button({ class: 'end-choice' }, () => player.run({ do: 'first' }), icon(ICONS.first, 18), texts.first),
      button({ class: 'end-choice' }, () => player.run({ do: 'overview' }), icon(ICONS.overview, 18), texts.overview),
      shared.allowDownload && downloadButton(player, 'end-choice'),
    ),
  );
  const [missingTitle, missingWords] = [h('h2'), h('p')];
  const tryAgain = button({ class: 'end-choice' }, again, texts.again);
  const missing = h('div', { class: 'missing-slide', role: 'alert' }, missingTitle, missingWords, tryAgain);

  return ({ facts, stage: { isShown, fault }, blank, isZoomed }) => {
    put(main, zoomReset, isZoomed);
    put(main, waiting, !isShown);
    put(main, endScreen, facts.ended);
    // The address of a talk and a question are shown by `following`.
    const color = blank === 'address' || blank === 'question' ? null : blank;
    put(main, blankScreen, color !== null);
    blankScreen.dataset['color'] = color ?? '';
    if (color !== null) say(blankScreen.firstElementChild, texts[color]);
    say(missingTitle, fault === 'astray' ? texts.stray : texts.missing);
    say(missingWords, fault === 'astray' ? texts.strayLead : texts[fault ?? 'gone']);
    put(main, missing, fault !== null);
  };
}

/** Adds or removes an element. It is not touched if nothing changes, so that screen readers do not read it again. */
function put(parent: HTMLElement, element: HTMLElement, isThere: boolean): void {
  if (isThere === element.isConnected) return;
  if (isThere) parent.append(element);
  else element.remove();
}

/** Changes a text. A text that stays the same is not announced again. */
function say(element: Element | null, words: string): void {
  if (element !== null && element.textContent !== words) element.textContent = words;
}

function downloadButton(player: AudiencePlayer, className = 'player-button'): HTMLElement {
  const isNamed = className !== 'player-button';
  return button(
    { class: className, 'aria-label': isNamed ? undefined : texts.download, title: texts.download },
    () => void import('./download.ts').then((part) => part.download(player.visitor)),
    icon(ICONS.download, isNamed ? 18 : 20),
    isNamed && texts.download,
  );
}

function timeWords(time: string): string {
  return new Date(time).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
}
