import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { Scene } from '#server/api/testing/scene.ts';
import { aLectern } from '#server/testing/lectern.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const CLIENTS = path.join(ROOT, 'server', 'api', 'testing', 'clients');
const lectern = await aLectern();
const scene = new Scene(lectern, { owner: await lectern.aUser({ name: 'Ada' }) });

interface Journeys {
  journey: (start: { baseUrl: string; key: string; file: Blob }) => Promise<unknown>;
}
interface Schemas {
  readDeck: (deck: unknown) => string[];
  readCode: (error: unknown) => string[];
  isName: (name: string) => boolean[];
}

/** These are there once they have been generated, so the types come from here. */
const load = async <Module>(name: string): Promise<Module> =>
  (await import(/* @vite-ignore */ path.join(CLIENTS, 'journeys', name))) as Module;

/** Runs the generators on the committed document, as another project would. */
beforeAll(async () => {
  await run(process.execPath, [
    path.join(CLIENTS, 'generate.ts'),
    path.join(ROOT, 'docs', 'openapi.json'),
    path.join(CLIENTS, 'generated'),
  ]);
}, 300_000);

describe('hey-api, openapi-typescript, orval and Kubb', () => {
  it('write into the folder that they are given, and not into the working directory', () => {
    expect(existsSync(path.join(CLIENTS, 'generated', 'kubb', 'index.ts'))).toBe(true);
    expect(existsSync('generated')).toBe(false);
  });

  it('make clients that compile, strictly, and journeys in them', { timeout: 300_000 }, async () => {
    const compiler = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = await run(process.execPath, [compiler, '--project', CLIENTS]).catch((fault: unknown) => ({
      stdout: fault instanceof Error && 'stdout' in fault ? String(fault.stdout) : String(fault),
    }));
    expect(stdout).toBe('');
  });

  it.each(['hey-api', 'openapi-fetch'])(
    'upload, find, write a note, draw, download, are refused and delete: %s',
    { timeout: 120_000 },
    async (name) => {
      const { journey } = await load<Journeys>(`${name}.ts`);
      const { key } = await scene.aKey();
      const bytes = await scene.aPackage();
      const report = await journey({ baseUrl: `${lectern.address}/api`, key, file: new Blob([Buffer.from(bytes)]) });
      expect(report).toEqual({
        title: `By ${name}`,
        found: [`By ${name}`],
        note: 'Slowly',
        overtaken: 'PRECONDITION_FAILED',
        strokes: ['pen'],
        bytes: bytes.length,
        invalid: 'title',
        gone: 'DECK_NOT_FOUND',
      });
    },
  );

  it('read answers with their Zod schemas, also a code that came later, and refuse what the server refuses', async () => {
    const { readDeck, readCode, isName } = await load<Schemas>('zod.ts');
    const { id } = await scene.aDeck();
    const { body: deck } = await lectern.as(scene.owner).get(`/api/decks/${id}`);
    expect(new Set(readDeck(deck))).toEqual(new Set(['Quarterly figures']));
    const { body: known } = await lectern.as(scene.owner).get('/api/decks/nothing');
    expect(new Set(readCode(known))).toEqual(new Set(['DECK_NOT_FOUND']));
    const later = { error: { code: 'CODE_OF_NEXT_YEAR', message: 'New.', details: { requestId: 'r' } } };
    expect(new Set(readCode(later))).toEqual(new Set(['CODE_OF_NEXT_YEAR']));
    for (const good of ['cupcake', 'Ünïcode 表']) expect(isName(good), good).toEqual([true, true]);
    for (const bad of ['', ' ', 'a\nb', 'x'.repeat(129)]) expect(isName(bad), bad).toEqual([false, false]);
  });
});
