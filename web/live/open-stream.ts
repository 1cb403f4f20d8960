import { faultFrom, Fault } from '#web/lib/fault.ts';
import { rest } from '#web/lib/rest.ts';
import { sessionRenewal } from '#web/lib/session-renewal.ts';
import type { OpenStream } from './server-stream.ts';
import { streams } from './stream-client.ts';

/**
 * Opens the server's event stream. `EventSource` must not reconnect by itself, because it would repeat the original request with
 * outdated decks and positions.
 */
export const openStream: OpenStream = ({ streamId, decks, library }, { onOpen, onEvent, onEnd }) => {
  const subscription = streams.live.watch.subscribe(
    { streamId, decks: [...decks], library },
    {
      onStarted: onOpen,
      onData: ({ data }) => onEvent(data),
      onError: (error) => onEnd(faultFrom(error)),
      onComplete: () => onEnd(new Fault('UNAVAILABLE', 'The stream has ended.')),
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'connecting' && error !== null) onEnd(faultFrom(error));
      },
    },
  );
  return () => subscription.unsubscribe();
};

/** `EventSource` does not report why it was refused. If the session has ended, this waits until the user has signed in again. */
export async function untilSignedIn(fault: Fault): Promise<void> {
  if (fault.code !== 'UNAUTHENTICATED' && !(await sessionHasEnded())) return;
  await sessionRenewal.ask();
}

async function sessionHasEnded(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    return (await rest('GET', '/api/auth/get-session')) === null;
  } catch {
    return false;
  }
}
