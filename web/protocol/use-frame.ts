import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type FramePowers, obeyFrame } from './frame-rights.ts';
import { frameMessageSchema, type PlayerMessage } from './messages.ts';

type FrameRef = RefObject<HTMLIFrameElement | null>;

/**
 * Obeys the bridge in a frame, as far as `frame-rights.ts` lets it; whatever comes from elsewhere is not heard.
 *
 * @param powers what this page lets its frame do
 * @param from the origin of what a frame says: a sandboxed one has an opaque origin, which is written "null", unless its viewer gave it more
 */
export function useFrame(frame: FrameRef, powers: FramePowers, from = 'null'): void {
  const latest = useEffectEvent(() => powers);

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      const expected = frame.current?.contentWindow;
      if (expected == null || source !== expected || origin !== from) return;
      const message = frameMessageSchema.safeParse(data);
      if (!message.success) return;
      // Only a frame that has the focus can have been given a key: no other takes it away from what someone types in.
      if (message.data.lectern === 'key' && document.activeElement !== frame.current) return;
      obeyFrame(message.data, latest());
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame, from]);
}

export function tellFrame(frame: FrameRef, message: PlayerMessage): void {
  // An opaque origin cannot be addressed by name; the message holds nothing secret.
  frame.current?.contentWindow?.postMessage(message, '*');
}
