import { setImmediate } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from './testing/test-database.ts';
import { WholeDatabase } from './whole-database.ts';

async function aWholeDatabase(): Promise<WholeDatabase> {
  const database = await createTestDatabase();
  const whole = new WholeDatabase(database.url);
  onTestFinished(async () => {
    await whole.close();
    await database.drop();
  });
  return whole;
}

const LINES = { name: 'lines', columns: 'line' };

/** Creates the table with one line of 1 KiB for each. */
async function fillLines({ sql }: WholeDatabase, kilobytes: number): Promise<void> {
  await sql`drop table if exists lines`;
  await sql`create table lines as select repeat('x', 1023) as line from generate_series(1, ${kilobytes}::int)`;
}

it('goes on after the rows of a table, wherever the reader of the rows was slow', async () => {
  const whole = await aWholeDatabase();
  // The stream is full at different places before the end.
  for (let kilobytes = 40; kilobytes <= 200; kilobytes += 8) {
    await fillLines(whole, kilobytes);
    const rows = await whole.copyOut(LINES);
    for (let turn = 0, length = -1; turn < 50 || rows.readableLength !== length; turn++) {
      length = rows.readableLength;
      await setImmediate();
    }
    expect(await text(rows)).toHaveLength(kilobytes * 1024);
    expect(await whole.sql`select 1 as one`).toEqual([{ one: 1 }]);
  }
});

it('fails as its reader did when that gives up', async () => {
  const whole = await aWholeDatabase();
  await fillLines(whole, 8 * 1024);
  const failed = whole.atOneMoment(async () => {
    for await (const _ of await whole.copyOut(LINES)) throw new Error('The disk is full.');
  });
  await expect(failed).rejects.toThrow('The disk is full.');
});
