import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { presences } from '#drizzle/schema/index.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { createLog } from '#server/log.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { Heartbeat } from './heartbeat.ts';
import { PresenceRepo } from './presence.repo.ts';
import { watch } from './testing/watching.ts';

const lectern = await aLectern();
const owner = await lectern.aUser({ name: 'Ada' });
const repo = new PresenceRepo(lectern.database.db);
const PACE = { beatMilliseconds: 50, silentMilliseconds: 500 };

function aHeart(wish: Partial<ConstructorParameters<typeof Heartbeat>[0]> = {}) {
  const instanceId = randomUUID();
  const log = createLog('silent');
  const heart = new Heartbeat({
    repo,
    instanceId,
    renewLine: async () => {},
    onForgotten: () => undefined,
    log,
    pace: PACE,
    ...wish,
  });
  onTestFinished(() => heart.end());
  return { heart, instanceId };
}

it('presence on an instance that was killed is removed', async () => {
  const { id } = await lectern.aDeck({ owner });
  const killed = randomUUID();
  const stream = { id: randomUUID(), opening: randomUUID() };
  await repo.beat(killed);
  await repo.open(stream, killed, owner.id);
  await lectern.database.db
    .insert(presences)
    .values({ streamId: stream.id, clientId: 'window-1', deckId: id, place: { slideIndex: 0, inner: null } });
  const client = await watch(lectern, owner, id).caughtUp();
  expect(client.of('presence').at(-1)?.people).toHaveLength(1);
  await lectern.database.sql`update live_instances set seen_at = now() - interval '1 hour' where id = ${killed}`;
  await repo.endSilentInstances(1_800_000);
  await eventually(() => client.of('presence').at(-1)?.people.length === 0);
  expect(await repo.beat(killed)).toBe(false);
});

it('an instance declares others dead only after it could write all the time for as long as they may be silent', async () => {
  let beats = 0;
  const beatsBefore = Promise.withResolvers<number>();
  const { heart } = aHeart({
    repo: {
      beat: async () => {
        beats += 1;
        // The database was unavailable for all instances.
        if (beats === 5) throw new Error('unavailable');
        return true;
      },
      pulse: async () => undefined,
      endInstance: async () => undefined,
      endSilentInstances: async (milliseconds) => {
        expect(milliseconds).toBe(PACE.silentMilliseconds);
        beatsBefore.resolve(beats);
      },
    },
  });
  await heart.start();
  expect(await beatsBefore.promise).toBe(5 + PACE.silentMilliseconds / PACE.beatMilliseconds + 1);
});

it('a connection that no longer delivers its own pulses is renewed', async () => {
  let renewed = 0;
  const { heart, instanceId } = aHeart({ renewLine: async () => void (renewed += 1) });
  await heart.start();
  heart.heard(instanceId);
  await eventually(() => renewed > 0);
});

it('a connection that delivers them is kept', async () => {
  let [renewed, pulses] = [0, 0];
  const enough = Promise.withResolvers<void>();
  const { heart, instanceId } = aHeart({
    renewLine: async () => void (renewed += 1),
    repo: {
      beat: async () => true,
      endInstance: async () => undefined,
      endSilentInstances: async () => undefined,
      pulse: async () => {
        heart.heard(instanceId);
        pulses += 1;
        if (pulses === 20) enough.resolve();
      },
    },
  });
  await heart.start();
  await enough.promise;
  expect(renewed).toBe(0);
});

it('an instance that the database has lost is notified', async () => {
  let forgotten = 0;
  const { heart, instanceId } = aHeart({ onForgotten: () => void (forgotten += 1) });
  await heart.start();
  await lectern.database.sql`delete from live_instances where id = ${instanceId}`;
  await eventually(() => forgotten === 1);
});
