import type { FrameSource } from './slide-frame.ts';

/** A frame that was created before the application was there. */
export interface FirstFrame {
  readonly frame: HTMLIFrameElement;
  /** How often it has loaded a document. */
  readonly loads: number;
  /** Whether it can be seen. */
  readonly isShown: boolean;
}

/** The first frame with what it was created for, until the player takes it. */
export interface HeldFrame extends FrameSource, FirstFrame {
  /** Removes what is around it, and the frame itself if it is still there. */
  readonly end: () => void;
}

declare global {
  interface Window {
    /** Set by `showFirstFrame`, in a script of its own. */
    lecternFirstFrame?: HeldFrame | undefined;
  }
}

/**
 * The frame that was created before the application was there, if it has this source. `move` must put it at its place in the page with
 * `moveBefore`; what was around it is removed then.
 */
export function takeFirstFrame(source: FrameSource, move: (frame: HTMLIFrameElement) => void): FirstFrame | null {
  const held = window.lecternFirstFrame;
  if (held === undefined) return null;
  const { src, name, sandbox, allow } = held;
  const isSame = src === source.src && name === source.name && sandbox === source.sandbox && allow === source.allow;
  if (!isSame) return null;
  const { frame, loads, isShown } = held;
  move(frame);
  dropFirstFrame();
  return { frame, loads, isShown };
}

/** Removes the frame if no one has taken it. */
export function dropFirstFrame(): void {
  window.lecternFirstFrame?.end();
  window.lecternFirstFrame = undefined;
}
