import '#web/overview/overview.css';
import { namesOf } from '#shared/inner-names.ts';
import { tileAfter } from '#web/overview/grid-keys.ts';
import type { SharedSlideList } from '#shared/shared-decks.ts';
import { type RenderedSlides, type Tile, tilesInside, tilesOfPackage } from '#web/overview/tiles.ts';
import { slideUrl, stillUrl } from '#web/stage/frames/slide-url.ts';
import type { Slides } from '#web/stage/position/slide-runs.ts';
import { button, h } from './dom.ts';
import { icon, ICONS } from './svg.ts';
import type { AudiencePlayer } from './player.ts';
import { texts } from './control-texts.ts';
import { fill } from './texts.ts';

/** All slides as tiles; a click goes to the slide. */
export function showOverview(player: AudiencePlayer): void {
  const grid = h('ul', { class: 'tiles' });
  const close = (): void => player.cover(null);
  const dialog = h(
    'dialog',
    { class: 'overview', 'aria-label': texts.overview },
    h(
      'header',
      { class: 'overview-head audience-overview-head' },
      h('h2', { dir: 'auto' }, player.opened.shared.deck.title),
      button({ class: 'player-button', 'aria-label': texts.close, title: texts.close }, close, icon(ICONS.close)),
    ),
    grid,
  );
  dialog.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key.toLowerCase() === 'o') close();
    else if (!moveFocus(grid, event.key)) return;
    event.preventDefault();
  });
  player.cover(dialog);
  void fillGrid(player, grid, close);
}

/** The slides as the server has rendered them. */
async function renderedSlides({ visitor }: AudiencePlayer): Promise<RenderedSlides> {
  try {
    const response = await visitor.ask('/slides');
    const { items } = (await response.json()) as SharedSlideList;
    return items.map(({ index, inner, hasPicture }) => {
      const query = inner === null ? '' : `?inner=${inner}`;
      return { index, thumbnailUrl: hasPicture ? `/slides/${index}/picture${query}` : null };
    });
  } catch {
    return [];
  }
}

async function fillGrid(player: AudiencePlayer, grid: HTMLElement, close: () => void): Promise<void> {
  const rendered = await renderedSlides(player);
  if (!grid.isConnected) return;
  const { current } = player.facts;
  const tiles = tilesOf(player, rendered);
  const pictures = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) draw(player, target, tiles[Number(target.getAttribute('data-at'))]?.picture);
        else target.querySelector('iframe')?.remove();
      }
    },
    { rootMargin: '240px' },
  );
  const { dimensions } = player.opened.shared.deck;
  for (const [at, tile] of tiles.entries()) {
    const isHere = tile.current === current;
    const isCard = tile.picture.is === 'card';
    const picture = h('span', { class: 'tile-picture', 'data-at': String(at), 'aria-hidden': 'true' });
    picture.style.aspectRatio = `${dimensions.width} / ${dimensions.height}`;
    if (tile.picture.is === 'card') {
      picture.append(
        h(
          'span',
          { class: 'tile-card' },
          h('span', { class: 'tile-title', dir: 'auto' }, tile.label || String(tile.current + 1)),
          h('span', { class: 'tile-text', dir: 'auto' }, tile.picture.text),
        ),
      );
    } else pictures.observe(picture);
    const go = (): void => {
      close();
      player.goTo(tile.current);
    };
    const line = h(
      'span',
      { class: 'tile-line' },
      h('span', { class: 'tile-number' }, String(tile.current + 1)),
      ' ',
      h('span', { class: isCard ? 'tile-label visually-hidden' : 'tile-label', dir: 'auto' }, tile.label),
    );
    const press = button(
      { class: 'tile', 'aria-current': isHere ? 'true' : undefined, tabindex: isHere ? '0' : '-1' },
      go,
      h('span', { class: 'tile-frame' }, picture),
      line,
    );
    grid.append(h('li', {}, press));
  }
  const here = grid.querySelector<HTMLElement>('[aria-current]') ?? grid.querySelector<HTMLElement>('button');
  if (here !== null) here.tabIndex = 0;
  here?.focus({ preventScroll: true });
  here?.scrollIntoView({ block: 'center' });
}

function tilesOf(player: AudiencePlayer, rendered: RenderedSlides): Tile[] {
  const { shared } = player.opened;
  const { isOneDocument, count, inner } = player.facts;
  const slides: Slides = shared.deck.slides.map(({ file, title, thumbnail }, index) => ({
    id: String(index),
    index: index + 1,
    file,
    label: title || fill(texts.position, { number: index + 1, count: shared.deck.slideCount }),
    thumbnail,
    notes: null,
  }));
  const nothing = { noteOf: () => '', isDrawnOn: () => false };
  const outline = player.outline;
  if (isOneDocument && inner !== null) return tilesInside(slides, count, { outline, names: namesOf(outline) }, rendered, nothing);
  // Slides that only scripts can render would be blank.
  const { architecture, conversionMode } = shared.deck;
  const hasStills = !architecture.startsWith('single-file') && conversionMode !== 'split';
  return tilesOfPackage(slides, hasStills, rendered, nothing);
}

/** Shows the picture of a tile: the deck's own, or the slide without scripts. */
function draw(player: AudiencePlayer, tile: Element, picture: Tile['picture'] | undefined): void {
  if (tile.querySelector('img, iframe') !== null || picture === undefined) return;
  const { shared, playback } = player.opened;
  const show = (src: string): void => tile.append(h('img', { src, alt: '' }));
  if (picture.is === 'thumbnail') show(slideUrl(playback.baseUrl, picture.file));
  else if (picture.is === 'rendered') {
    // The browser cannot send the grant of a link with a password with a picture.
    if (player.visitor.isGranted) void player.visitor.picture(picture.url).then((url) => url !== null && show(url));
    else show(player.visitor.address(picture.url));
  } else if (picture.is === 'still') {
    const { width, height } = shared.deck.dimensions;
    const frame = h('iframe', { inert: true, tabindex: '-1', title: picture.file, sandbox: '' });
    frame.addEventListener('load', () => (frame.dataset['loaded'] = 'true'));
    frame.width = String(width);
    frame.height = String(height);
    frame.style.scale = String(tile.clientWidth / width);
    frame.src = stillUrl(playback.baseUrl, picture.file);
    tile.append(frame);
  }
}

/** Moves the focus between tiles. Returns whether the key did. */
function moveFocus(grid: HTMLElement, key: string): boolean {
  const buttons = [...grid.querySelectorAll('button')];
  const at = buttons.findIndex((one) => one === document.activeElement);
  if (at < 0) return false;
  const top = buttons[0]?.getBoundingClientRect().top;
  const below = buttons.findIndex((one) => one.getBoundingClientRect().top !== top);
  const target = tileAfter(key, at, { count: buttons.length, columns: below < 0 ? buttons.length : below });
  if (target === null) return false;
  buttons[at]?.setAttribute('tabindex', '-1');
  buttons[target]?.setAttribute('tabindex', '0');
  buttons[target]?.focus();
  return true;
}
