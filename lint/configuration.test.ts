import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** What the server understands: the keys of the schema in its configuration. */
async function understood(): Promise<string[]> {
  const schema = /environmentSchema = z\.object\(\{(.*?)\n\}\);/s.exec(await read('server/config.ts'))?.[1] ?? '';
  return [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(([, name]) => name ?? []);
}

describe('what operators are told', () => {
  it('names every setting of the server in docs/self-hosting.md, and no other', async () => {
    const settings = /## Settings(.*?)\n## /s.exec(await read('docs/self-hosting.md'))?.[1] ?? '';
    const rows = settings.split('\n').filter((line) => line.startsWith('| `'));
    const documented = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].flatMap(([, name]) => name ?? []),
    );
    expect(documented.toSorted()).toEqual((await understood()).toSorted());
  });

  it('hands every setting of .env on to the container', async () => {
    const compose = await read('compose.yaml');
    expect(compose).toMatch(/env_file:\n +- path: \.env\n +required: false/);
    const image = await read('Dockerfile');
    const set = [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) =>
      (pairs ?? '').split(' ').map((pair) => pair.split('=')[0]),
    );
    expect(await understood()).toEqual(expect.arrayContaining(set.filter((name) => name !== 'NODE_ENV')));
  });
});
