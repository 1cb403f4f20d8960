import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** The settings that the server reads: the keys of `environmentSchema` in `server/config.ts`. */
async function serverSettings(): Promise<string[]> {
  const schema = /environmentSchema = z\.object\(\{(.*?)\n\}\);/s.exec(await read('server/config.ts'))?.[1] ?? '';
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(([, name]) => name ?? []);
}

describe('settings', () => {
  it('docs/self-hosting.md lists exactly the settings that the server reads', async () => {
    const settings = /## Settings(.*?)\n## /s.exec(await read('docs/self-hosting.md'))?.[1] ?? '';
    const rows = settings.split('\n').filter((line) => line.startsWith('| `'));
    const documented = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []),
    );
    expect(documented.toSorted()).toEqual((await serverSettings()).toSorted());
  });

  it('the container receives every setting from .env', async () => {
    const compose = await read('compose.yaml');
    expect(compose).toMatch(/env_file:\n +- path: \.env\n +required: false/);
    const image = await read('Dockerfile');
    const set = [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) =>
      (pairs ?? '').split(' ').map((pair) => pair.split('=')[0]),
    );
    expect(await serverSettings()).toEqual(expect.arrayContaining(set.filter((name) => name !== 'NODE_ENV')));
  });

  it('the container that runs the code of decks receives none of them', async () => {
    const [, renderer = ''] = /\n {2}renderer:\n(.*?)\n {2}\w+:\n/s.exec(await read('compose.yaml')) ?? [];
    expect(renderer).toContain('target: renderer');
    expect(renderer).not.toMatch(/env|volumes:|ports:/);
  });
});
