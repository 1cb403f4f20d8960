import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDataDirectory, type TestDataDirectory } from '#server/db/testing/data-directory.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aFreePort } from '#server/testing/free-port.ts';
import { cannotFindWorkers, joinFirst, type LecternProcess, startProcess, workersOf } from '#server/testing/lectern-process.ts';
import { aPackage } from '#server/testing/packages.ts';
import { deckDetailSchema } from '#shared/decks.ts';
import { Screen } from './testing/screen.ts';
import { aStroke } from './testing/watching.ts';

if (cannotFindWorkers !== null) process.stderr.write(`Tests of killed processes are left out: ${cannotFindWorkers}\n`);

let directory: TestDataDirectory;
beforeEach(async () => {
  directory = await createDataDirectory();
});
afterEach(async () => {
  await eventually(() => directory.postgresProcesses().length === 0);
  await directory.remove();
});

interface Table {
  readonly server: LecternProcess;
  readonly cookie: string;
  readonly deckId: string;
  readonly screens: readonly Screen[];
}

async function aTable(server: LecternProcess): Promise<Table> {
  const cookie = await joinFirst(server);
  const uploaded = await server.as(cookie).send('POST', '/api/decks', anUpload(await aPackage({})));
  const { id: deckId } = deckDetailSchema.parse(uploaded.body);
  return { server, cookie, deckId, screens: [new Screen(cookie), new Screen(cookie), new Screen(cookie)] };
}

/** Sends each stroke until it is accepted, as browsers do with unsent changes. */
async function draw({ server, cookie, deckId }: Table, ids: readonly string[]): Promise<void> {
  const send = async (id: string) => {
    const answer = await server.as(cookie).post(`/api/decks/${deckId}/annotations/0/strokes`, { add: [aStroke(id)] });
    return answer.status === 200;
  };
  await Promise.all(ids.map((id) => eventually(() => send(id))));
}

/** Reconnects from the last event until all strokes are shown. */
async function shows({ server, deckId }: Table, screen: Screen, ids: readonly string[]): Promise<void> {
  await eventually(() => {
    if (screen.isCut) screen.connect(server.address, deckId);
    screen.take();
    return screen.ink.size === ids.length;
  });
}

describe.skipIf(cannotFindWorkers !== null)('after SIGKILL', () => {
  it('of a process and then of the database, every screen has all ink, sent in order and once', async () => {
    // Not port 0: such a port is lost when the last worker ends.
    const server = await startProcess(directory.path, { WORKERS: '2', PORT: String(await aFreePort()) });
    await eventually(() => workersOf(server).length === 2);
    const table = await aTable(server);
    const ids = Array.from({ length: 60 }, (_, number) => `s${number}`);
    const all = () => Promise.all(table.screens.map((screen) => shows(table, screen, drawn)));
    let drawn: string[] = [];
    const drawMore = async (count: number) => {
      const more = ids.slice(drawn.length, drawn.length + count);
      drawn = [...drawn, ...more];
      await draw(table, more);
    };

    await drawMore(20);
    await all();
    const drawing = drawMore(20);
    const [victim = Number.NaN] = workersOf(server);
    process.kill(victim, 'SIGKILL');
    await drawing;
    await all();
    const drawingOn = drawMore(20);
    process.kill(directory.postgresPid(), 'SIGKILL');
    await drawingOn;
    await all();

    for (const { ink, numbers } of table.screens) {
      expect([...ink].toSorted()).toEqual(drawn.toSorted());
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    }
    const kept = await server.as(table.cookie).get(`/api/decks/${table.deckId}/annotations`);
    expect(kept.body).toHaveProperty('items.0.payload.strokes.length', drawn.length);
    for (const screen of table.screens) screen.disconnect();
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });
});
