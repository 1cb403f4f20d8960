import { ownUser } from '#web/lib/session.ts';
import { api } from '#web/lib/trpc.ts';
import { Bus, type Channel } from './bus.ts';
import { clientId } from './client-id.ts';
import { Leader } from './leader.ts';
import { Leadership } from './leadership.ts';
import { LiveWindow } from './live-window.ts';
import { openStream, untilSignedIn } from './open-stream.ts';
import { type PresenceReport, PresenceReporter } from './presence-reporter.ts';
import { holdWindowLock, webLocks, windowGone } from './window-locks.ts';

interface Live {
  readonly window: LiveWindow;
  readonly presence: PresenceReporter;
}

let running: Live | null = null;

/** The live updates of this window; started on first use. */
export function live(): Live {
  running ??= begin();
  return running;
}

function begin(): Live {
  // Windows of different users in one browser must not share a stream.
  const name = `lectern-live-${ownUser().id}`;
  const bus = new Bus(webLocks === null ? null : openChannel(name));
  const window = new LiveWindow(bus, clientId, holdWindowLock());
  const presence = new PresenceReporter({ clientId, stream: window.stream, send: (report) => api.live.look.mutate(report) });
  window.subscribe(() => presence.streamChanged());
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

  document.addEventListener('visibilitychange', () => leadership.notice());
  globalThis.addEventListener('online', () => leadership.notice());
  globalThis.addEventListener('pagehide', () => {
    for (const report of presence.leaveReports()) sendLeaveReport(report);
    window.leave();
  });
  globalThis.addEventListener('pageshow', ({ persisted }) => persisted && window.comeBack());
  leadership.begin();
  return { window, presence };
}

function openChannel(name: string): Channel {
  return new BroadcastChannel(name);
}

/** Uses `keepalive`, because other requests are cancelled when the page closes. */
function sendLeaveReport(report: PresenceReport): void {
  void fetch('/api/trpc/live.look', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
  }).catch(() => undefined);
}
