import { CHOSEN_SLIDES, STEPPED_SLIDE } from '#web/protocol/frame-name.ts';
import type { Size } from '#web/stage/view/zoom.ts';

/** Sandboxed: deck code has no cookies, no storage and no access to the page around it. */
export const SCRIPTS_ONLY = 'allow-scripts';
export const DECK_ALLOWED = 'fullscreen; autoplay; screen-wake-lock';

/** What a frame loads and what the document in it may do. None of it can change while the frame is used. */
export interface FrameSource {
  readonly src: string;
  /** The frame's name, which the bridge reads; undefined if it has none. */
  readonly name: string | undefined;
  /** Tokens of the frame's `sandbox`. */
  readonly sandbox: string;
  /** The frame's `allow` attribute. */
  readonly allow: string;
}

/** A frame for a document of a deck. It loads when it is put into the page. */
export function createSlideFrame({ src, name, sandbox, allow }: FrameSource): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.className = 'slide-frame';
  if (name !== undefined) frame.name = name;
  frame.setAttribute('sandbox', sandbox);
  frame.allow = allow;
  frame.src = src;
  return frame;
}

/** Shows a document at its own size, scaled to `shown`. Both sizes are in CSS pixels. */
export function fitFrame(frame: HTMLIFrameElement, size: Size, shown: Size): void {
  frame.width = String(size.width);
  frame.height = String(size.height);
  frame.style.scale = `${shown.width / size.width} ${shown.height / size.height}`;
}

/**
 * The name of the frame of a visible slide.
 *
 * @param ownRuntime whether the deck has its own runtime
 * @param slideSelector the elements that an editor of the deck has chosen as its slides; null if none has
 */
export function frameName(ownRuntime: boolean, slideSelector: string | null): string | undefined {
  return ownRuntime ? ownRuntimeName(slideSelector) : STEPPED_SLIDE;
}

/** The name of every frame of a deck with its own runtime; undefined if its slides have not been chosen. */
export function ownRuntimeName(slideSelector: string | null): string | undefined {
  return slideSelector === null ? undefined : CHOSEN_SLIDES + slideSelector;
}

/** Calls `then` when a document that has just loaded is painted, which is one frame later. Returns a function that cancels this. */
export function afterPainting(then: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(then);
  });
  return () => cancelAnimationFrame(frame);
}
