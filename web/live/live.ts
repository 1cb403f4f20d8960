import { ownUser } from '#web/lib/session.ts';
import { api } from '#web/lib/trpc.ts';
import { Bus, type Channel } from './bus.ts';
import { clientId } from './client-id.ts';
import { Leader } from './leader.ts';
import { Leadership } from './leadership.ts';
import { LiveWindow } from './live-window.ts';
import { openStream, untilSignedIn } from './open-stream.ts';
import { type Look, Whereabouts } from './whereabouts.ts';
import { holdWindowLock, webLocks, windowGone } from './window-locks.ts';

interface Live {
  readonly window: LiveWindow;
  readonly whereabouts: Whereabouts;
}

let running: Live | null = null;

/** This window's part in what happens live; it begins with the first thing that is watched. */
export function live(): Live {
  running ??= begin();
  return running;
}

function begin(): Live {
  // Windows of different people share nothing, should there be two in one browser.
  const name = `lectern-live-${ownUser().id}`;
  const bus = new Bus(webLocks === null ? null : openChannel(name));
  const window = new LiveWindow(bus, clientId);
  const whereabouts = new Whereabouts({ clientId, stream: window.stream, send: (look) => api.live.look.mutate(look) });
  window.subscribe(() => whereabouts.streamChanged());
  const isHidden = (): boolean => document.visibilityState === 'hidden';
  const lead = () =>
    new Leader({
      bus,
      open: openStream,
      signedIn: untilSignedIn,
      windowGone,
      isHidden,
      leftBehind: (streamId, goneId, deckId) =>
        void api.live.look.mutate({ streamId, clientId: goneId, deckId, at: null }).catch(() => undefined),
    });
  const leadership = new Leadership({ locks: webLocks, lockName: name, bus, window, clientId, lead, isHidden });

  holdWindowLock();
  document.addEventListener('visibilitychange', () => leadership.notice());
  globalThis.addEventListener('online', () => leadership.notice());
  globalThis.addEventListener('pagehide', () => {
    for (const look of whereabouts.farewells()) sayLeaving(look);
    window.leave();
  });
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && window.comeBack());
  leadership.begin();
  return { window, whereabouts };
}

function openChannel(name: string): Channel {
  return new BroadcastChannel(name);
}

/** When the page goes away only a `keepalive` request still leaves it. */
function sayLeaving(look: Look): void {
  void fetch('/api/trpc/live.look', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(look),
  }).catch(() => undefined);
}
