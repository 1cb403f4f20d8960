import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from './connect.ts';
import { isUnavailable, uniqueViolation } from './faults.ts';
import { type TestDatabase, createTestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.sql`create table marks (n int primary key)`;
});
beforeEach(() => test.sql`truncate marks`);
afterAll(() => test.drop());

const mark = (tx: Transaction, n: number) => tx.execute(raw`insert into marks values (${n})`);
const marks = async () => (await test.sql<{ n: number }[]>`select n from marks order by n`).map(({ n }) => n);
const rejection = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** Terminates the connection of a transaction from outside. */
async function cut(tx: Transaction): Promise<void> {
  const [row] = await tx.execute<{ pid: number }>(raw`select pg_backend_pid() as pid`);
  await test.sql`select pg_terminate_backend(${row?.pid ?? 0}, 5000)`;
}

describe('a transaction', () => {
  it('commits completely, or rolls back completely and rejects with the error of its work', async () => {
    expect(await test.db.transaction((tx) => mark(tx, 1).then(() => 'done'))).toBe('done');
    const failing = test.db.transaction(async (tx) => {
      await mark(tx, 2);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await marks()).toEqual([1]);
  });

  it('rolls back to a savepoint and continues', async () => {
    await test.db.transaction(async (tx) => {
      await mark(tx, 1);
      const inner = await rejection(tx.transaction((nested) => mark(nested, 1)));
      expect(uniqueViolation(inner)).toBe('marks_pkey');
      await mark(tx, 2);
    });
    expect(await marks()).toEqual([1, 2]);
  });

  it('rejects when its work ignored a failed statement', async () => {
    const swallowing = test.db.transaction(async (tx) => {
      await mark(tx, 1);
      await rejection(mark(tx, 1));
    });
    expect(uniqueViolation(await rejection(swallowing))).toBe('marks_pkey');
    expect(await marks()).toEqual([]);
  });

  it('waits for its turn when there are more transactions than connections', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, n) => test.db.transaction((tx) => mark(tx, n))));
    expect(await marks()).toHaveLength(40);
  });
});

describe('a transaction whose connection breaks', () => {
  it('during a statement: rejects as unavailable, and the process keeps running', async () => {
    const fault = await rejection(
      test.db.transaction((tx) => tx.execute(raw`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`)),
    );
    expect(isUnavailable(fault)).toBe(true);
    await test.db.transaction((tx) => mark(tx, 1));
    expect(await marks()).toEqual([1]);
  });

  it('between statements: rejects immediately, and later statements of its work do not run outside the transaction', async () => {
    const late = Promise.withResolvers<unknown>();
    const broken = test.db.transaction(async (tx) => {
      await mark(tx, 1);
      await cut(tx);
      await test.db.transaction((other) => mark(other, 2)); // another transaction in between
      late.resolve(rejection(mark(tx, 3)));
    });
    expect(isUnavailable(await rejection(broken))).toBe(true);
    expect(isUnavailable(await late.promise)).toBe(true);
    expect(await marks()).toEqual([2]);
  });

  it('many at once: each one rejects, and each connection is replaced', async () => {
    const faults = await Promise.all(Array.from({ length: 12 }, () => rejection(test.db.transaction(cut))));
    expect(faults.map(isUnavailable)).toEqual(faults.map(() => true));
    await Promise.all(Array.from({ length: 12 }, (_, n) => test.db.transaction((tx) => mark(tx, n))));
    expect(await marks()).toHaveLength(12);
  });
});
