import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { BlobSweep } from './blob-sweep.ts';

const NOW = new Date('2026-01-01T12:00:00Z');
const OLD = new Date('2026-01-01T10:00:00Z');
const YOUNG = new Date('2026-01-01T11:30:00Z');

/** Sweeps a store of these blobs. `live` lists the keys that are in use. */
async function swept(blobs: Readonly<Record<string, Date>>, live: readonly string[], clock = { server: NOW, database: NOW }) {
  const there = new Map(Object.entries(blobs));
  const asked: number[] = [];
  const store = {
    async *list() {
      for (const [key, modifiedAt] of there) yield { key, modifiedAt, size: 1 };
    },
    delete: async (key: string) => void there.delete(key),
    discardUnfinished: async () => 0,
  };
  const repo = {
    usesBlobs: async () => live.length > 0,
    liveBlobKeys: async (keys: readonly string[]) => {
      asked.push(keys.length);
      return new Set(keys.filter((key) => live.includes(key)));
    },
    now: async () => clock.database,
    isBlobLive: async (key: string) => live.includes(key),
  };
  const sweep = new BlobSweep({ repo, blobs: store, log: pino({ level: 'silent' }) });
  return { outcome: await sweep.run(new AbortController().signal, clock.server), left: [...there.keys()], asked };
}

const many = (count: number, name: string, at: Date) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}-${n}`, at]));

describe('the sweep of blobs', () => {
  it('removes blobs that no version uses once they are an hour old', async () => {
    const { outcome, left } = await swept({ used: OLD, orphan: OLD, coming: YOUNG }, ['used']);
    expect([outcome, left]).toEqual([{ removed: 1 }, ['used', 'coming']]);
  });

  it.each(['server', 'database'] as const)(
    'keeps the blobs of running uploads if the clock of the %s is a day ahead',
    async (ahead) => {
      const clock = { server: NOW, database: NOW, [ahead]: new Date('2026-01-02T12:00:00Z') };
      const { outcome, left } = await swept({ used: OLD, orphan: OLD, coming: YOUNG }, ['used'], clock);
      expect([outcome, left]).toEqual([{ removed: 1 }, ['used', 'coming']]);
    },
  );

  it('looks up keys in batches, of which the last is not full', async () => {
    const used = many(1200, 'used', OLD);
    const { outcome, left, asked } = await swept({ ...used, ...many(100, 'orphan', OLD) }, Object.keys(used));
    expect([outcome, left.length, asked]).toEqual([{ removed: 100 }, 1200, [500, 500, 300]]);
  });

  it('removes nothing if it would be more than a tenth', async () => {
    const { outcome, left } = await swept(
      { ...many(30, 'used', OLD), ...many(4, 'orphan', OLD) },
      Object.keys(many(30, 'used', OLD)),
    );
    expect(outcome).toEqual({ alarm: '4 of 34 blobs would be removed, which is too many to be right' });
    expect(left).toHaveLength(34);
  });

  it('removes nothing if no version uses any blob, and raises an alarm for an empty store', async () => {
    expect((await swept({ orphan: OLD }, [])).outcome).toHaveProperty('alarm');
    expect((await swept({}, ['used'])).outcome).toHaveProperty('alarm');
    expect((await swept({}, [])).outcome).toEqual({ removed: 0 });
  });
});
