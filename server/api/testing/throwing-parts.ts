import pino from 'pino';
import type { Parts } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { readConfig } from '#server/config.ts';
import { OwnOrigins } from '#server/http/own-origins.ts';

const ADMIN: Actor = { userId: 'a', name: 'Ada', role: 'admin', credential: { kind: 'session', id: 's' } };

/** What a server is made of, but everything behind its doors throws `fault`. Whoever asks is an admin. */
export function throwingParts(fault: () => unknown): Parts {
  const authenticator = { actorOf: () => Promise.resolve(ADMIN), require: () => Promise.resolve(ADMIN) };
  const webApp: Parts['webApp'] = { handler: (_request, _response, next) => next(), hotReload: false, bridge: '' };
  const services = new Proxy({}, { get: () => throwing(fault) });
  const broken = throwing(fault);
  const parts = {
    newDecks: broken,
    idempotency: broken,
    blobs: broken,
    auth: broken,
    sessions: broken,
    limits: broken,
    authenticator,
    services,
  };
  const sound = { config: readConfig({}), log: pino({ level: 'silent' }), origins: new OwnOrigins(null, 0), webApp };
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
