import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type FrameMessage, frameMessageSchema, type PlayerMessage } from './bridge-messages.ts';

type FrameRef = RefObject<HTMLIFrameElement | null>;

/**
 * Hears the bridge in the frame that is on the stage; whatever comes from elsewhere is not heard.
 *
 * @param from the origin of what a frame says: a sandboxed one has an opaque origin, which is written "null", unless its viewer gave it more
 */
export function useBridge(frame: FrameRef, onMessage: (message: FrameMessage) => void, from = 'null'): void {
  const hear = useEffectEvent(onMessage);

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      const expected = frame.current?.contentWindow;
      if (expected == null || source !== expected || origin !== from) return;
      const message = frameMessageSchema.safeParse(data);
      if (message.success) hear(message.data);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame, from]);
}

export function tellFrame(frame: FrameRef, message: PlayerMessage): void {
  // An opaque origin cannot be addressed by name; the message holds nothing secret.
  frame.current?.contentWindow?.postMessage(message, '*');
}
