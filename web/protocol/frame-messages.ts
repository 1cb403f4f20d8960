import { type FramePowers, handleFrameMessage } from './frame-rights.ts';
import { frameMessageSchema, type PlayerMessage } from './messages.ts';

/** A frame that may be replaced by another one. React's refs are of this form. */
export interface FrameHolder {
  readonly current: HTMLIFrameElement | null;
}

/** The origin of sandboxed frames without `allow-same-origin`, as messages write it. */
export const OPAQUE_ORIGIN = 'null';

/**
 * Handles messages of the bridge in a frame, limited by `frame-rights.ts`. Messages from other windows are ignored.
 *
 * @param powers what this page lets its frame do
 * @param from the expected origin of messages
 * @returns a function that stops listening
 */
export function listenToFrame(frame: FrameHolder, powers: () => FramePowers, from = OPAQUE_ORIGIN): () => void {
  const listen = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const expected = frame.current?.contentWindow;
    if (expected == null || source !== expected || origin !== from) return;
    const message = frameMessageSchema.safeParse(data);
    if (!message.success) return;
    // Only a focused frame can have received a key or a click. This keeps frames from taking the focus while someone types.
    if (/^(?:key|link|click)$/.test(message.data.lectern) && document.activeElement !== frame.current) return;
    handleFrameMessage(message.data, powers());
  };
  window.addEventListener('message', listen);
  return () => window.removeEventListener('message', listen);
}

/** Sends a message to the bridge in a frame. */
export function tellFrame(frame: FrameHolder, message: PlayerMessage): void {
  // An opaque origin cannot be named as a target; the message contains no secrets.
  frame.current?.contentWindow?.postMessage(message, '*');
}
