import pino from 'pino';
import { EventStreams } from '#server/api/event-streams.ts';
import type { Parts } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { readConfig } from '#server/config.ts';
import { UploadsUnderWay } from '#server/packages/uploads-under-way.ts';
import { OwnOrigins } from '#server/http/own-origins.ts';
import { PlaybackOrigins } from '#server/playback/playback-origins.ts';

const ADMIN: Actor = { userId: 'a', name: 'Ada', role: 'admin', credential: { kind: 'session', id: 's' } };

/** What a server is made of, but everything behind its doors throws `fault`. Whoever asks is an admin. */
export function throwingParts(fault: () => unknown): Parts {
  const authenticator = { actorOf: () => Promise.resolve(ADMIN), require: () => Promise.resolve(ADMIN) };
  const webApp: Parts['webApp'] = { handler: (_request, _response, next) => next(), hotReload: false, scripts: [], bridge: '' };
  const services = new Proxy({}, { get: () => throwing(fault) });
  const broken = throwing(fault);
  const parts = {
    newDecks: broken,
    uploads: { idempotency: broken, underWay: new UploadsUnderWay(), disk: broken },
    blobs: broken,
    auth: broken,
    sessions: broken,
    limits: broken,
    authenticator,
    services,
  };
  const origins = new OwnOrigins(null, 0);
  const playbackOrigins = new PlaybackOrigins(null, origins);
  const log = pino({ level: 'silent' });
  const sound = { config: readConfig({}), log, eventStreams: new EventStreams(log), origins, playbackOrigins, webApp };
  // Stand-ins for classes with private members, which no plain object can be to the type checker.
  return { ...sound, ...parts } as unknown as Parts;
}

/** Something whose every method throws. */
function throwing(fault: () => unknown): object {
  const method = () => {
    throw fault();
  };
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : method) });
}
