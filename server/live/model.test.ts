import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { Screen } from './testing/screen.ts';
import { aStroke } from './testing/watching.ts';

const CLIENTS = 3;
const INSTANCES = 2;

/** Provides the database; no client watches it. */
const home = await aLectern();
const owner = await home.aUser();

/** The expected state. */
interface Model {
  readonly drawn: Set<string>;
  readonly erased: Set<string>;
}

class World {
  readonly deckId: string;
  readonly screens = Array.from({ length: CLIENTS }, () => new Screen(owner.cookie));
  readonly instances: TestLectern[];
  #strokes = 0;

  constructor(deckId: string, instances: TestLectern[]) {
    this.deckId = deckId;
    this.instances = instances;
  }

  nextStroke(): string {
    return `s${this.#strokes++}`;
  }

  instance(nth: number): TestLectern {
    const instance = this.instances[nth % INSTANCES];
    if (instance === undefined) throw new Error('there is no such instance');
    return instance;
  }

  /** Sends until it is accepted, as browsers do with unsent changes. */
  async send(nth: number, batch: { add?: readonly unknown[]; erase?: readonly string[] }): Promise<void> {
    await eventually(async () => {
      const answer = await this.instance(nth).as(owner).post(`/api/decks/${this.deckId}/annotations/0/strokes`, batch);
      return answer.status === 200;
    });
  }

  async restart(nth: number): Promise<void> {
    await this.instance(nth)[Symbol.asyncDispose]();
    this.instances[nth % INSTANCES] = await startLectern({ DATABASE_URL: home.database.url });
  }

  /** Breaks every connection, as a database restart does. */
  async breakConnections(): Promise<void> {
    await home.database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  }

  async end(): Promise<void> {
    for (const screen of this.screens) screen.disconnect();
    for (const instance of this.instances) await instance[Symbol.asyncDispose]();
  }
}

type Command = fc.AsyncCommand<Model, World>;

function command(name: string, run: (model: Model, world: World) => Promise<void> | void): Command {
  return { check: () => true, run: async (model, world) => run(model, world), toString: () => name };
}

const client = fc.nat({ max: CLIENTS - 1 });
const instance = fc.nat({ max: INSTANCES - 1 });
const COMMANDS: fc.Arbitrary<Command>[] = [
  fc.tuple(instance, fc.integer({ min: 1, max: 4 })).map(([at, count]) =>
    command(`draw ${count} through ${at}`, async (model, world) => {
      const ids = Array.from({ length: count }, () => world.nextStroke());
      await world.send(at, { add: ids.map((id) => aStroke(id)) });
      for (const id of ids) model.drawn.add(id);
    }),
  ),
  fc.tuple(instance, fc.nat()).map(([at, which]) =>
    command(`erase through ${at}`, async (model, world) => {
      const id = [...model.drawn][which % Math.max(1, model.drawn.size)];
      if (id === undefined) return;
      await world.send(at, { erase: [id] });
      model.erased.add(id);
    }),
  ),
  fc
    .tuple(client, instance)
    .map(([who, at]) =>
      command(`${who} connects to ${at}`, (_, world) => world.screens[who]?.connect(world.instance(at).address, world.deckId)),
    ),
  client.map((who) => command(`${who} disconnects`, (_, world) => world.screens[who]?.disconnect())),
  instance.map((at) => command(`restart ${at}`, (_, world) => world.restart(at))),
  fc.constant(command('break every connection', (_, world) => world.breakConnections())),
];

it('all end with the same ink, whatever happens to clients, instances and the database', async () => {
  const property = fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 20 }), async (commands) => {
    const { id } = await home.aDeck({ owner });
    const world = new World(id, [
      await startLectern({ DATABASE_URL: home.database.url }),
      await startLectern({ DATABASE_URL: home.database.url }),
    ]);
    const model: Model = { drawn: new Set(), erased: new Set() };
    try {
      await fc.asyncModelRun(() => ({ model, real: world }), commands);
      await settle(world, model);
    } finally {
      await world.end();
    }
  });
  await fc.assert(property, { numRuns: 5, endOnFailure: true });
});

/** Reconnects all screens. Each must show what the model and the database contain, and must have received it in order. */
async function settle(world: World, { drawn, erased }: Model): Promise<void> {
  const expected = [...drawn].filter((id) => !erased.has(id)).toSorted();
  for (const [nth, screen] of world.screens.entries()) {
    await eventually(() => {
      if (screen.isCut) screen.connect(world.instance(nth).address, world.deckId);
      screen.take();
      return JSON.stringify([...screen.ink].toSorted()) === JSON.stringify(expected);
    });
    expect(screen.numbers).toEqual([...new Set(screen.numbers)].toSorted((a, b) => a - b));
  }
  const rows = await home.database.sql<
    { id: string }[]
  >`select id from strokes where deck_id = ${world.deckId} and shape is not null`;
  expect(rows.map(({ id }) => id).toSorted()).toEqual(expected);
}
