import type { AudienceInk, AudienceStroke } from '#shared/audience-talk.ts';
import { pathOf } from '#shared/ink-drawing/stroke-path.ts';
import { linesOfText } from '#shared/ink-drawing/stroke-text.ts';
import { namesOf } from '#shared/inner-names.ts';
import type { AudiencePlayer } from './player.ts';
import { inLanguage } from './texts.ts';

const words = inLanguage({ en: { drawing: 'Drawing on this slide' }, de: { drawing: 'Zeichnung auf dieser Folie' } });

const SVG = 'http://www.w3.org/2000/svg';

interface Drawn {
  readonly slideIndex: number;
  readonly payload: { readonly strokes?: readonly AudienceStroke[] };
}

/** The drawings over the slides of a player. */
export interface Drawings {
  /** Reads them from the server. */
  read(): Promise<void>;
  /** Shows what has changed. */
  apply(ink: AudienceInk): void;
}

/** Shows drawings over the slides, once they have been read. */
export function showDrawings(player: AudiencePlayer): Drawings {
  const svg = document.createElementNS(SVG, 'svg');
  svg.classList.add('audience-drawing');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', words.drawing);
  const { width, height } = player.opened.shared.deck.dimensions;
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  player.overlay.append(svg);
  /** By slide, and on it by id, in the order in which they were drawn. */
  let strokes = new Map<number, Map<string, AudienceStroke>>();
  /** Changes during a read, which may not be in what is read. */
  let meanwhile: AudienceInk[] = [];
  let shown = '';
  let changes = 0;
  const show = (): void => {
    const { index, current, isOneDocument } = player.facts;
    const key = `${changes} ${index} ${isOneDocument ? current : ''} ${player.isShown} ${player.outline.length}`;
    if (key === shown) return;
    shown = key;
    const name = namesOf(player.outline)[current];
    const there = [...(strokes.get(index)?.values() ?? [])];
    const here = there.filter((stroke) => isHere(stroke, isOneDocument ? { current, name } : null));
    svg.replaceChildren(...(player.isShown ? here.map(shapeOf) : []));
    svg.toggleAttribute('hidden', here.length === 0);
  };
  const change = ({ slideIndex, drawn, erased }: AudienceInk): void => {
    const there = strokes.get(slideIndex) ?? new Map<string, AudienceStroke>();
    for (const stroke of drawn) there.set(stroke.id, stroke);
    for (const id of erased) there.delete(id);
    strokes.set(slideIndex, there);
    changes += 1;
  };
  player.watch(show);
  return {
    async read() {
      meanwhile = [];
      const response = await player.visitor.ask('/annotations').catch(() => null);
      if (response === null) return;
      const { items } = (await response.json()) as { items: readonly Drawn[] };
      const byId = ({ payload }: Drawn) => new Map((payload.strokes ?? []).map((stroke) => [stroke.id, stroke]));
      strokes = new Map(items.map((drawn) => [drawn.slideIndex, byId(drawn)]));
      changes += 1;
      for (const ink of meanwhile) change(ink);
      show();
    },
    apply(ink) {
      meanwhile.push(ink);
      change(ink);
      show();
    },
  };
}

/** Whether a stroke is on the slide inside the document. */
function isHere(
  { inner }: AudienceStroke,
  place: { readonly current: number; readonly name: string | undefined } | null,
): boolean {
  if (place === null || inner === undefined) return true;
  return inner === (typeof inner === 'number' ? place.current : place.name);
}

function shapeOf(stroke: AudienceStroke): SVGElement {
  const { tool, color, width, points, text = '' } = stroke;
  if (tool === 'text') {
    const [[x, y] = [0, 0]] = points;
    const element = document.createElementNS(SVG, 'text');
    element.setAttribute('fill', color);
    element.setAttribute('font-size', String(width));
    for (const { line, baseline } of linesOfText(text, y, width)) {
      const row = document.createElementNS(SVG, 'tspan');
      row.setAttribute('x', String(x));
      row.setAttribute('y', String(baseline));
      row.textContent = line;
      element.append(row);
    }
    return element;
  }
  const { d, filled } = pathOf(stroke);
  const path = document.createElementNS(SVG, 'path');
  path.dataset['tool'] = tool;
  path.setAttribute('d', d);
  path.setAttribute('fill', filled ? color : 'none');
  if (!filled) {
    path.setAttribute('stroke', color);
    path.setAttribute('stroke-width', String(width));
  }
  return path;
}
