import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { type FrameMessage, frameMessageSchema, type PlayerMessage } from './bridge-messages.ts';

/** Talks with the bridge in the frame that is on the stage; whatever comes from elsewhere is not heard. */
export function useBridge(frame: RefObject<HTMLIFrameElement | null>, onMessage: (message: FrameMessage) => void): (message: PlayerMessage) => void {
  const report = useRef(onMessage);
  report.current = onMessage;

  useEffect(() => {
    const listen = ({ source, origin, data }: MessageEvent<unknown>) => {
      const expected = frame.current?.contentWindow;
      // A sandboxed frame has the opaque origin, which is written "null".
      if (expected == null || source !== expected || origin !== 'null') return;
      const message = frameMessageSchema.safeParse(data);
      if (message.success) report.current(message.data);
    };
    window.addEventListener('message', listen);
    return () => window.removeEventListener('message', listen);
  }, [frame]);

  return useCallback(
    (message) => {
      // An opaque origin cannot be addressed by name; the message holds nothing secret.
      frame.current?.contentWindow?.postMessage(message, '*');
    },
    [frame],
  );
}
