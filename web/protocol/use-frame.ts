import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { DeckTrust } from '#shared/playback.ts';
import { type FramePowers, handleFrameMessage } from './frame-rights.ts';
import { frameMessageSchema, type PlayerMessage } from './messages.ts';

type FrameRef = RefObject<HTMLIFrameElement | null>;

/**
 * Handles messages of the bridge in a frame, limited by `frame-rights.ts`. Messages from other windows are ignored.
 *
 * @param powers what this page lets its frame do
 * @param from the expected origin of messages. A sandboxed frame has an opaque origin, written "null", unless the viewer granted
 *   the deck more.
 */
export function useFrame(frame: FrameRef, powers: FramePowers, from = 'null'): void {
  const latest = useEffectEvent(() => powers);

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      const expected = frame.current?.contentWindow;
      if (expected == null || source !== expected || origin !== from) return;
      const message = frameMessageSchema.safeParse(data);
      if (!message.success) return;
      // Only a focused frame can have received a key or a click. This keeps frames from taking the focus while someone types.
      if (/^(?:key|link|click)$/.test(message.data.lectern) && document.activeElement !== frame.current) return;
      handleFrameMessage(message.data, latest());
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame, from]);
}

/** The origin of messages from a deck's frame: opaque, written "null", unless the user granted same-origin access. */
export function frameOrigin({ sandbox }: DeckTrust, baseUrl: string): string {
  return sandbox.includes('allow-same-origin') ? new URL(baseUrl).origin : 'null';
}

/** Sends a message to the bridge in a frame. */
export function tellFrame(frame: FrameRef, message: PlayerMessage): void {
  // An opaque origin cannot be named as a target; the message contains no secrets.
  frame.current?.contentWindow?.postMessage(message, '*');
}
