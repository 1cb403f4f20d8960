import { type Size, slideRectangle, WHOLE } from '#web/stage/view/zoom.ts';
import type { FirstFrame } from './first-frame.ts';
import { createSlideFrame, fitFrame, type FrameSource } from './slide-frame.ts';

/** The slide with which a page begins. */
interface FirstSlide extends FrameSource {
  /** The classes of the player around it. */
  readonly player: string;
  /** The size of the slide in its own pixels. */
  readonly dimensions: Size;
  /** The frame's title. */
  readonly title: string;
  /** Whether the document is the slide as soon as it is loaded. Otherwise it waits for the application, which moves it. */
  readonly isThere: boolean;
  /** Whether the notes are beside the slide. */
  readonly hasNotes: boolean;
}

/**
 * Shows the first slide before the rest of the page is loaded, in the place that it has in the player, which takes the frame over
 * (`takeFirstFrame`). Does nothing in browsers that cannot move a frame without loading it again.
 */
export function showFirstFrame(slide: FirstSlide): void {
  if ('moveBefore' in Element.prototype) inBody(() => show(slide));
}

/** The script is in the head, so that it waits neither for style sheets nor for other scripts. */
function inBody(work: () => void): void {
  const observer = new MutationObserver(() => {
    if (document.body === null) return;
    observer.disconnect();
    work();
  });
  observer.observe(document.documentElement, { childList: true });
}

function show(first: FirstSlide): void {
  const frame = createSlideFrame(first);
  frame.title = first.title;
  frame.dataset['current'] = 'true';
  frame.dataset['role'] = 'first';
  const slideBox = box('slide-box', frame);
  const stage = box('stage', slideBox);
  // The style sheet of the player lays it out. Without focus: the keys of the player are not there yet.
  const page = box(first.player, box('player-stage', stage), ...(first.hasNotes ? [box('notes')] : []));
  page.style.setProperty('--aspect', String(first.dimensions.width / first.dimensions.height));
  page.inert = true;
  document.body.prepend(page);

  const found: { -readonly [Name in keyof FirstFrame]: FirstFrame[Name] } = { frame, loads: 0, isShown: false };
  const stop = new AbortController();
  const { signal } = stop;
  const fit = (): void => {
    const place = slideRectangle(first.dimensions, stage.getBoundingClientRect(), WHOLE);
    for (const [side, value] of Object.entries(place)) slideBox.style.setProperty(side, `${value}px`);
    fitFrame(frame, first.dimensions, place);
  };
  // A document reports its position once it has been painted. One that never does is shown by the application.
  let isPainted = false;
  const reveal = (): void => {
    if (!first.isThere || !isPainted || found.loads !== 1) return;
    found.isShown = true;
    frame.dataset['role'] = 'seen';
  };
  const load = (): void => {
    found.loads += 1;
    reveal();
  };
  const hear = ({ source, data }: MessageEvent<{ lectern?: unknown } | null>): void => {
    isPainted ||= source === frame.contentWindow && data?.lectern === 'position';
    reveal();
  };
  fit();
  // Again when the style sheets are there, for which the frame does not wait.
  const sizes = new ResizeObserver(fit);
  sizes.observe(stage);
  frame.addEventListener('load', load, { signal });
  window.addEventListener('message', hear, { signal });
  const end = (): void => {
    stop.abort();
    sizes.disconnect();
    page.remove();
  };
  window.lecternFirstFrame = Object.assign(found, {
    src: first.src,
    name: first.name,
    sandbox: first.sandbox,
    allow: first.allow,
    end,
  });
}

function box(className: string, ...content: readonly HTMLElement[]): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...content);
  return element;
}
