import pino from 'pino';
import { appRouter } from '#server/rest/root.router.ts';
import { EventStreams } from '#server/rpc/event-streams.ts';
import type { Parts } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { readConfig } from '#server/config.ts';
import { UploadsUnderWay } from '#server/packages/uploads-under-way.ts';
import { OwnOrigins } from '#server/http/own-origins.ts';
import { PlaybackOrigins } from '#server/playback/playback-origins.ts';

const ADMIN: Actor = { userId: 'a', name: 'Ada', role: 'admin', credential: { kind: 'session', id: 's' } };

/** The parts of a server in which every service throws `fault`. Every caller is authenticated as an admin. */
export function throwingParts(fault: () => unknown): Parts {
  const authenticator = { actorOf: () => Promise.resolve(ADMIN), require: () => Promise.resolve(ADMIN) };
  const webApp: Parts['webApp'] = {
    handler: () => (_request, _response, next) => next(),
    hotReload: false,
    scripts: [],
    bridge: '',
  };
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
  const sound = { config: readConfig({}), log, eventStreams: new EventStreams(appRouter, log), origins, playbackOrigins, webApp };
  // For the type checker a plain object cannot replace a class with private members.
  return { ...sound, ...parts } as unknown as Parts;
}

/** An object whose methods all throw. */
function throwing(fault: () => unknown): object {
  const method = () => {
    throw fault();
  };
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : method) });
}
