import { type Size, slideRectangle, WHOLE } from '#web/stage/view/zoom.ts';
import { afterPainting, createSlideFrame, fitFrame, type FrameSource } from './slide-frame.ts';

/** A frame that was created before the application was there. */
export interface FirstFrame {
  readonly frame: HTMLIFrameElement;
  /** How often it has loaded a document. */
  readonly loads: number;
  /** Whether it can be seen. */
  readonly isShown: boolean;
}

/** The slide with which a page begins. */
interface FirstSlide extends FrameSource {
  /** The size of the slide in its own pixels. */
  readonly dimensions: Size;
  /** The frame's title. */
  readonly title: string;
  /** Whether the document is the slide as soon as it is loaded. Otherwise it waits for the application, which moves it. */
  readonly isThere: boolean;
  /** Whether the notes are beside the slide. */
  readonly hasNotes: boolean;
}

interface Held extends FrameSource {
  readonly found: { -readonly [Name in keyof FirstFrame]: FirstFrame[Name] };
  readonly end: () => void;
}

let held: Held | null = null;

/**
 * Shows the first slide while the application is still loading, in the place that it has in the player. Does nothing in browsers that
 * cannot move a frame without loading it again.
 */
export function showFirstFrame(slide: FirstSlide): void {
  if (!('moveBefore' in Element.prototype)) return;
  const frame = createSlideFrame(slide);
  frame.title = slide.title;
  frame.dataset['current'] = 'true';
  frame.dataset['role'] = 'first';
  const slideBox = box('slide-box', frame);
  const stage = box('stage', slideBox);
  // The style sheet of the player lays it out. Without focus: the keys of the player are not there yet.
  const page = box('player', box('player-stage', stage), ...(slide.hasNotes ? [box('notes')] : []));
  page.style.setProperty('--aspect', String(slide.dimensions.width / slide.dimensions.height));
  page.inert = true;
  document.body.prepend(page);

  const found: Held['found'] = { frame, loads: 0, isShown: false };
  const stop = new AbortController();
  const { signal } = stop;
  const fit = (): void => {
    const place = slideRectangle(slide.dimensions, stage.getBoundingClientRect(), WHOLE);
    for (const [side, value] of Object.entries(place)) slideBox.style.setProperty(side, `${value}px`);
    fitFrame(frame, slide.dimensions, place);
  };
  const show = (): void => {
    found.isShown = true;
    frame.dataset['role'] = 'seen';
  };
  const load = (): void => {
    found.loads += 1;
    if (!slide.isThere || found.loads > 1) return;
    const cancel = afterPainting(show);
    signal.addEventListener('abort', cancel);
  };
  fit();
  frame.addEventListener('load', load, { signal });
  window.addEventListener('resize', fit, { signal });
  const end = (): void => {
    stop.abort();
    page.remove();
  };
  const { src, name, sandbox, allow } = slide;
  held = { src, name, sandbox, allow, found, end };
}

/**
 * The frame that was created before the application was there, if it has this source. `move` must put it at its place in the page with
 * `moveBefore`; what was around it is removed then.
 */
export function takeFirstFrame(source: FrameSource, move: (frame: HTMLIFrameElement) => void): FirstFrame | null {
  if (held === null) return null;
  const { src, name, sandbox, allow } = held;
  const isSame = src === source.src && name === source.name && sandbox === source.sandbox && allow === source.allow;
  if (!isSame) return null;
  const { found, end } = held;
  held = null;
  move(found.frame);
  end();
  return found;
}

/** Removes the frame if no one has taken it. */
export function dropFirstFrame(): void {
  held?.end();
  held = null;
}

function box(className: string, ...content: readonly HTMLElement[]): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...content);
  return element;
}
