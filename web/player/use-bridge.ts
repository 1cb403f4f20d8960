import { type RefObject, useEffect, useEffectEvent } from 'react';
import { type FrameMessage, frameMessageSchema, type PlayerMessage } from './bridge-messages.ts';

type FrameRef = RefObject<HTMLIFrameElement | null>;

/** Hears the bridge in the frame that is on the stage; whatever comes from elsewhere is not heard. */
export function useBridge(frame: FrameRef, onMessage: (message: FrameMessage) => void): void {
  const hear = useEffectEvent(onMessage);

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      const expected = frame.current?.contentWindow;
      // A sandboxed frame has the opaque origin, which is written "null".
      if (expected == null || source !== expected || origin !== 'null') return;
      const message = frameMessageSchema.safeParse(data);
      if (message.success) hear(message.data);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame]);
}

export function tellFrame(frame: FrameRef, message: PlayerMessage): void {
  // An opaque origin cannot be addressed by name; the message holds nothing secret.
  frame.current?.contentWindow?.postMessage(message, '*');
}
