import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..');
const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');
const run = promisify(execFile);

/** What a program that failed has written. */
const saidSchema = z.object({ stderr: z.string() });

const serviceSchema = z.object({
  build: z.object({ context: z.string(), target: z.string().optional() }).or(z.string()).optional(),
  image: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  read_only: z.boolean().optional(),
  tmpfs: z.array(z.string()).optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  init: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
});
type Service = z.infer<typeof serviceSchema>;
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  volumes: z.record(z.string(), z.unknown()).optional(),
});

const COMPOSE_FILES = ['compose.yaml', 'deploy/compose.small.yaml', 'deploy/compose.large.yaml'];

async function composeOf(file: string) {
  return composeSchema.parse(parse(await read(file), { merge: true }));
}

/** The settings that the server reads: the keys of `environmentSchema`. */
async function settingNames(): Promise<Set<string>> {
  const schema = /environmentSchema = z\.object\(\{(.*?)\n\}\);/s.exec(await read('server/config.ts'))?.[1] ?? '';
  return new Set([...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].flatMap(([, name]) => name ?? []));
}

const targetOf = ({ build }: Service) => (typeof build === 'object' ? build.target : undefined);
/** Services that are built from our Dockerfile. */
const ours = (services: Record<string, Service>) => Object.entries(services).filter(([, { build }]) => build !== undefined);
const servers = (services: Record<string, Service>) => ours(services).filter(([, service]) => targetOf(service) === undefined);

/** The instructions of the last stage, or of a named one, with those of the stages that it is based on. */
async function instructionsOf(stage: string | null): Promise<string[]> {
  const text = (await read('Dockerfile')).replaceAll(/^#.*\n/gm, '').replaceAll('\\\n', ' ');
  const stages = text.split(/^(?=FROM )/m).slice(1);
  const lines = (stages.find((each) => / AS (\w+)/.exec(each)?.[1] === stage) ?? stages.at(-1) ?? '').trim().split('\n');
  const base = /^FROM (\w+)( AS \w+)?$/.exec(lines[0] ?? '')?.[1];
  const below = base === undefined ? [] : await instructionsOf(base);
  return [...below, ...lines.slice(1).map((line) => line.trim())];
}

describe('the image', () => {
  it.each([null, 'renderer'])('runs as a user without rights, and has a check of its health (%s)', async (stage) => {
    const instructions = await instructionsOf(stage);
    expect(instructions.findLast((each) => each.startsWith('USER '))).toBe('USER node');
    expect(instructions.some((each) => each.startsWith('HEALTHCHECK '))).toBe(true);
    const user = instructions.lastIndexOf('USER node');
    expect(instructions.slice(user).filter((each) => /^(RUN|COPY|ADD) /.test(each))).toEqual([]);
  });

  it('asks for its health at a path that the server has', async () => {
    const check = (await instructionsOf(null)).find((each) => each.startsWith('HEALTHCHECK '));
    const [, script = ''] = /"(scripts\/[^"]+)"/.exec(check ?? '') ?? [];
    const [, route = ''] = /\/api(\/[a-z/]+)/.exec((await read(script)).replaceAll(/`GET [^`]+`/g, '')) ?? [];
    const { paths } = z.object({ paths: z.record(z.string(), z.unknown()) }).parse(JSON.parse(await read('docs/openapi.json')));
    expect(Object.keys(paths)).toContain(route);
  });

  it('copies only files that exist and that .dockerignore lets pass', async () => {
    const text = await read('Dockerfile');
    const sources = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
    expect(sources.length).toBeGreaterThan(10);
    for (const source of sources) await access(path.join(root, source));
    const ignored = new Set((await read('.dockerignore')).split('\n'));
    expect(sources.filter((source) => ignored.has(source))).toEqual([]);
  });
});

describe.each(COMPOSE_FILES)('%s', (file) => {
  it('passes only settings that the server reads', async () => {
    const names = await settingNames();
    const { services } = await composeOf(file);
    const passed = servers(services).flatMap(([, { environment = {} }]) => Object.keys(environment));
    expect(passed.length).toBeGreaterThan(3);
    expect(passed.filter((name) => !names.has(name))).toEqual([]);
  });

  it('runs every container of ours with a root file system that is read only, and without capabilities', async () => {
    const { services } = await composeOf(file);
    expect(servers(services)).not.toEqual([]);
    for (const [name, service] of ours(services)) {
      expect({ name, ...service }).toMatchObject({ name, read_only: true, cap_drop: ['ALL'], init: true });
      expect(service.security_opt).toContain('no-new-privileges:true');
      expect(service.tmpfs?.some((each) => each.startsWith('/tmp:'))).toBe(true);
    }
  });

  it('gives each server the port, the volume and the time to stop that the image expects', async () => {
    const { services, volumes = {} } = await composeOf(file);
    const instructions = await instructionsOf(null);
    const env = instructions.filter((each) => each.startsWith('ENV ')).join(' ');
    const [port, dataDir] = [/PORT=(\d+)/.exec(env)?.[1], /DATA_DIR=(\S+)/.exec(env)?.[1]];
    expect(instructions).toContain(`EXPOSE ${port}`);
    expect(instructions).toContain(`VOLUME ${dataDir}`);
    for (const [, { environment = {}, ports = [], volumes: mounted = [], stop_grace_period: grace }] of servers(services)) {
      expect(environment).toMatchObject({ PORT: port, DATA_DIR: dataDir });
      for (const published of ports) expect(published).toMatch(new RegExp(`:${port}$`));
      const [volume = ''] = mounted.flatMap((each) => (each.endsWith(`:${dataDir}`) ? [each.split(':', 1)[0] ?? ''] : []));
      expect(Object.keys(volumes)).toContain(volume);
      expect(Number.parseInt(grace ?? '0', 10)).toBeGreaterThan(30);
    }
  });

  it('names a version of every image that is not ours', async () => {
    const { services } = await composeOf(file);
    const images = Object.values(services).flatMap(({ image, build }) =>
      image === undefined || build !== undefined ? [] : [image],
    );
    expect(images.filter((image) => !/:v?\d[\w.-]*$/.test(image))).toEqual([]);
  });

  it('gives the container that runs the code of decks neither settings nor files nor ports', async () => {
    const { services } = await composeOf(file);
    const renderers = ours(services).filter(([, service]) => targetOf(service) === 'renderer');
    expect(renderers).toHaveLength(file.includes('small') ? 0 : 1);
    for (const [, { environment, volumes, ports }] of renderers) {
      expect({ environment, volumes, ports }).toEqual({ environment: undefined, volumes: undefined, ports: undefined });
    }
  });

  it('asks for every secret, and has none', async () => {
    const text = await read(file);
    const assigned = [...text.matchAll(/^ +(\w*(?:PASSWORD|SECRET|TOKEN)\w*): (.+)$/gm)];
    for (const [, name = '', value = ''] of assigned) expect(value, name).toMatch(/^\$\{\w+:\?must be set in \.env\}$/);
  });

  it('mounts only files that exist', async () => {
    const { services } = await composeOf(file);
    const bound = Object.values(services).flatMap(({ volumes = [], security_opt: options = [] }) => [
      ...volumes.filter((each) => each.startsWith('.')).map((each) => each.split(':', 1)[0] ?? ''),
      ...options.flatMap((each) => (each.startsWith('seccomp=') ? [each.slice('seccomp='.length)] : [])),
    ]);
    for (const each of bound) await access(path.join(root, path.dirname(file), each));
  });
});

const UNITS = ['lectern.service', 'lectern-renderer.service'];
const hasSystemd = await run('systemd-analyze', ['--version']).then(
  () => true,
  () => false,
);

describe.each(UNITS)('deploy/systemd/%s', (unit) => {
  const file = path.join(root, 'deploy/systemd', unit);

  it('sets only settings that exist, and starts a file that exists', async () => {
    const text = await readFile(file, 'utf8');
    const names = new Set([...(await settingNames()), 'NODE_ENV']);
    const set = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => pair.split('=', 1)[0] ?? ''),
    );
    expect(set.filter((name) => !names.has(name))).toEqual([]);
    const [, script = ''] = /^ExecStart=.* (\S+\.ts)$/m.exec(text) ?? [];
    await access(path.join(root, script));
  });

  // On a machine without systemd: "systemd-analyze was not found".
  it.skipIf(!hasSystemd)('is understood by systemd, and exposes little', async () => {
    // The program is not on this machine, which is all that may be wrong.
    const { stderr } = await run('systemd-analyze', ['verify', file]).catch((fault: unknown) => saidSchema.parse(fault));
    const complaints = stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'));
    expect(complaints).toEqual([]);
    const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', file]);
    const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    expect(exposure).toBeLessThan(unit === 'lectern.service' ? 2 : 4);
  });
});

describe('docs/self-hosting.md', () => {
  it('quotes the recipes for proxies and the pooler as they are in deploy/', async () => {
    const docs = await read('docs/self-hosting.md');
    for (const recipe of [
      'deploy/caddy/Caddyfile',
      'deploy/nginx/lectern.conf',
      'deploy/traefik/lectern.yaml',
      'deploy/pgbouncer/pgbouncer.ini',
    ]) {
      expect(docs, recipe).toContain(recipe);
      expect(docs, recipe).toContain((await read(recipe)).trim());
    }
  });
});
