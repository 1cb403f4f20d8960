import { faultFrom, Fault } from '#web/lib/fault.ts';
import { rest } from '#web/lib/rest.ts';
import { sessionRenewal } from '#web/lib/session-renewal.ts';
import type { OpenStream } from './server-stream.ts';
import { streams } from './stream-client.ts';

/** The server's stream. It is not left to `EventSource` to open it again: that would ask for what was watched and known at first. */
export const openStream: OpenStream = ({ streamId, decks }, { onOpen, onEvent, onEnd }) => {
  const subscription = streams.live.watch.subscribe(
    { streamId, decks: [...decks] },
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

/** An `EventSource` does not tell why it was refused; when it is because the session has ended, they are asked in again. */
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
