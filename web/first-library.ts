import type { Deck } from '#shared/decks.ts';
import type { Opening } from '#shared/openings.ts';
import { type LibraryPageData, PAGE_DATA_ID } from '#shared/page-data.ts';
import type { LiveTalk } from '#shared/talks.ts';
import { lightAngle, thumbnailAddress } from '#web/decks/picture-facts.ts';
import { formatSince } from '#web/lib/format.ts';
import { MARK } from '#web/lib/page/mark.ts';
import { written } from '#web/lib/page/written-data.ts';
import type { Language } from '#web/locales/languages.ts';
import { slideCountOf, slideNumberOf } from '#web/pages/library/card-facts.ts';
import { hasCommandKey } from '#web/protocol/search-key.ts';
import type { FirstLibraryTexts } from './first-library-texts.ts';

/*
 * Shows the first decks of the library before the application is loaded, from what the server wrote into the page. The server writes this
 * script behind the root of the application, whose first render puts the same in its place. Until then the links work; what does nothing
 * yet keeps its place, but is not visible.
 */

/** By language. The build replaces it (`vite.script.config.ts`). */
declare const TEXTS: Readonly<Record<Language, FirstLibraryTexts>>;

// Set by `first-paint.js`, from the same list of languages.
const language = document.documentElement.lang as Language;
const texts = TEXTS[language];

type Attributes = Readonly<Record<string, string>>;
type Content = readonly (Node | string)[];

function filledWith<Kind extends Element>(element: Kind, attributes: Attributes, content: Content): Kind {
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...content);
  return element;
}

function make(name: string, attributes: Attributes = {}, ...content: Content): HTMLElement {
  return filledWith(document.createElement(name), attributes, content);
}

function drawing(name: string, attributes: Attributes, ...content: Content): Element {
  return filledWith(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, content);
}

/** An icon; without content, the place of one that is not visible yet. */
function icon(size: number, attributes: Attributes = {}, ...content: Content): Element {
  return drawing('svg', { width: String(size), height: String(size), 'aria-hidden': 'true', ...attributes }, ...content);
}

function hidden(element: HTMLElement): HTMLElement {
  element.style.visibility = 'hidden';
  return element;
}

/** A text with values in the places of `{{name}}`. */
function filled(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name]));
}

function slidesOf(deck: Deck): string {
  const count = slideCountOf(deck);
  const form = new Intl.PluralRules(language).select(count);
  return filled(texts.slides[form] ?? texts.slides['other'] ?? '', { count });
}

function picture(deck: Deck): HTMLElement {
  const element = make('div', { class: 'deck-picture', 'aria-hidden': 'true' });
  element.style.setProperty('--turn', `${lightAngle(deck)}deg`);
  if (deck.hasThumbnail) element.append(make('img', { src: thumbnailAddress(deck), alt: '', loading: 'lazy' }));
  return element;
}

function facts(words: readonly string[], attributes: Attributes = { class: 'facts' }): HTMLElement {
  return make('p', attributes, ...words.map((text) => make('span', {}, text)));
}

function card(deck: Deck, userId: string, level: 'h2' | 'h3', opening?: Opening): HTMLElement {
  const own = opening === undefined ? [deck.ownerId === userId ? texts.you : deck.owner.name, slidesOf(deck)] : [];
  const left = opening === undefined ? [] : [filled(texts.sections.left, slideNumberOf(opening, deck))];
  const line = facts([...own, ...left, formatSince(opening?.openedAt ?? deck.updatedAt)], { class: 'facts deck-card-facts' });
  line.firstElementChild?.prepend(make('span', { class: 'deck-card-seen' }, icon(14)));
  const title = make(level, { dir: 'auto' }, make('a', { href: `/decks/${deck.id}` }, deck.title));
  return make(
    'li',
    { class: 'deck-card' },
    make('div', { class: 'card-picture' }, picture(deck)),
    make('div', { class: 'deck-card-foot' }, title, line, hidden(make('button', { class: 'menu-button deck-menu-button' }))),
  );
}

function liveTalk({ deck, presenter, startedAt }: LiveTalk, userId: string): HTMLElement {
  const isOwn = presenter.id === userId;
  const words = [
    isOwn ? texts.presenting : filled(texts.presentedBy, { name: presenter.name }),
    filled(texts.live.started, { since: formatSince(startedAt) }),
  ];
  const href = isOwn ? `/decks/${deck.id}/present` : `/decks/${deck.id}#follow=${presenter.id}`;
  return make(
    'li',
    { class: 'live-talk' },
    picture(deck),
    make('div', { class: 'live-talk-words' }, make('h3', { dir: 'auto' }, deck.title), facts(words)),
    make('a', { href, class: 'button live-talk-join', 'data-variant': 'default' }, isOwn ? texts.live.return : texts.live.join),
  );
}

function section(title: HTMLElement | null, list: HTMLElement): HTMLElement {
  return make('section', { class: 'library-section' }, ...(title === null ? [] : [title]), list);
}

function header(isAdmin: boolean): HTMLElement {
  const lines = [drawing('path', { d: MARK.desk, class: 'mark-desk' }), drawing('path', { d: MARK.post })];
  const mark = icon(22, { class: 'mark', viewBox: MARK.viewBox }, ...lines);
  const links = isAdmin ? [['users', texts.people] as const, ['invites', texts.invites] as const] : [];
  const search = make('button', { class: 'search-button' }, icon(20), make('kbd', {}, hasCommandKey ? '⌘K' : 'Ctrl K'));
  return make(
    'header',
    { class: 'app-header' },
    make('a', { href: '/', class: 'app-name' }, mark, texts.name),
    make(
      'nav',
      { class: 'app-nav' },
      ...links.map(([name, text]) => make('a', { href: `/admin/${name}` }, text)),
      hidden(search),
      hidden(make('button', { class: 'user-button' })),
    ),
  );
}

/** Not visible, as high as the toolbar: its parts take as many rows. */
function toolbar(): HTMLElement {
  const options = texts.owners.map((text, at) => {
    const input = make('input', { type: 'radio', ...(at === 0 && { checked: '' }) });
    return make('label', {}, input, make('span', {}, text));
  });
  const sorts = make('select', {}, ...texts.sorts.map((text) => make('option', {}, text)));
  const add = make('button', { class: 'button toolbar-add' }, icon(16), make('span', { class: 'button-label' }, texts.add));
  const parts = [
    make('div', { class: 'search' }),
    make('fieldset', { class: 'segments' }, ...options),
    make('label', { class: 'sort' }, icon(16), sorts),
    add,
  ];
  return make('div', { class: 'toolbar' }, ...parts.map(hidden));
}

/** How many cards the window has space for, and some more. */
function cardsInView(): number {
  return Math.ceil(innerWidth / 300) * Math.ceil(innerHeight / 240);
}

function sections({ session: { user }, decks, live, opened }: LibraryPageData): HTMLElement[] {
  const inSection = new Set(opened.items.map(({ deck }) => deck.id));
  const others = decks.items.filter(({ id }) => !inSection.has(id));
  const isPlain = live.items.length + opened.items.length === 0;
  const cards = others.slice(0, cardsInView()).map((deck) => card(deck, user.id, isPlain ? 'h2' : 'h3'));
  const talks = live.items.map((talk) => liveTalk(talk, user.id));
  const continued = opened.items.map(({ deck, ...opening }) => card(deck, user.id, 'h3', opening));
  return [
    { title: make('h2', { class: 'live-heading' }, texts.sections.live), items: talks, list: 'live-talks' },
    { title: make('h2', {}, texts.sections.continue), items: continued, list: 'deck-grid deck-grid-continue' },
    { title: isPlain ? null : make('h2', {}, texts.sections.recent), items: cards, list: 'deck-grid deck-grid-virtual' },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ title, items, list }) => section(title, make('ul', { class: list }, ...items)));
}

function show(data: LibraryPageData, root: HTMLElement): void {
  const found = sections(data);
  // A library without decks says how to add some.
  if (found.length === 0) return;
  const title = make('h1', { class: 'visually-hidden' }, texts.title);
  const content = make('main', { class: 'app-content' }, title, toolbar(), make('div', { class: 'collections-wait' }), ...found);
  root.append(make('div', { class: 'app-layout' }, header(data.session.user.role === 'admin'), content));
}

/** Starts the application when what is shown has been painted: otherwise the browser would run all of its scripts first. */
function start(): void {
  // What the server wrote beside this script.
  const src = own?.dataset['application'] ?? '';
  document.head.append(make('script', { type: 'module', crossorigin: '', src }));
}

const own = document.currentScript as HTMLScriptElement | null;
try {
  const data = written(PAGE_DATA_ID) as LibraryPageData | null;
  const root = document.getElementById('root');
  if (data !== null && data.session.withheld === null && root !== null) show(data, root);
} finally {
  // Whatever went wrong above, the application does without it. A hidden page is not painted.
  if (document.hidden) start();
  else requestAnimationFrame(() => setTimeout(start));
}
