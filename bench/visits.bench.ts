/**
 * Measures the summary of a year with 1,000,000 visits of one deck, the list of visits, and what a visitor's page sends. The summary must
 * take at most 200 ms. `VISITS` is another number of visits.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { databaseUrl, runOnServer } from '#server/db/testing/test-server.ts';
import { LinkTokens } from '#server/links/link-tokens.ts';
import { BUCKETS } from '#server/links/visits/histogram.ts';
import { insertUser } from '#server/testing/people.ts';
import { newVisitSchema, visitSummarySchema } from '#shared/visits.ts';
import { median, percentile } from './support/statistics.ts';

const SECRET = 'a secret for benchmarks, long enough';
const VISITS = Number(process.env['VISITS'] ?? 1_000_000);
const DAYS = 365;
const SLIDES = 40;
const LINKS = [
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
  '00000000-0000-4000-8000-000000000003',
];
const ROUNDS = 100;
const SUMMARY_MS_MAX = 200;

/** A deck with links, and the visits of a year with their sums, as requests would have left them. */
async function fill(sql: Sql, ownerId: string): Promise<void> {
  const perDay = Math.max(1, Math.round(VISITS / DAYS / LINKS.length));
  // Spread over the middle ranges, as times of slides are.
  const spread = sql`(select array_agg(case when bucket between 5 and 34 then greatest(${perDay}::int / 30, (bucket = 20)::int) else 0 end order by bucket)
    from generate_series(1, ${BUCKETS}::int) bucket)`;
  await sql`insert into decks (id, owner_id, title, visibility, current_version_id, fingerprint, slide_count, has_thumbnail)
    values ('deck', ${ownerId}, 'Figures', 'private', 'version', '', ${SLIDES}, false)`;
  await sql`insert into versions (id, deck_id, number, fingerprint, size_bytes, slide_count, has_thumbnail, blob_key)
    values ('version', 'deck', 1, '', 1, ${SLIDES}, false, 'blob')`;
  for (const link of LINKS) {
    await sql`insert into links (id, deck_id, name) values (${link}, 'deck', 'For customers')`;
    await sql`
      insert into visits (id, link_id, version_id, slide_count, started_at, last_seen_at, duration_ms, slides, last_slide, completion, device, is_followed)
      select ${link} || '-' || day || '-' || n, ${link}, 'version', ${SLIDES}, at, at, 90000, '[{"index":0,"milliseconds":60000},{"index":1,"milliseconds":30000}]',
        1, 0.05, 'computer', true
      from generate_series(0, ${DAYS - 1}::int) day, generate_series(1, ${perDay}::int) n, lateral (select now() - make_interval(days => day, secs => n)) as moment (at)`;
    await sql`insert into visit_days (link_id, day, visits, visitors, deck_visitors, followed, completion, durations)
      select ${link}, current_date - day, ${perDay}, ${perDay}, ${perDay}, ${perDay}, ${perDay} * 0.4, ${spread} from generate_series(0, ${DAYS - 1}::int) day`;
    await sql`insert into visit_slide_days (link_id, day, slide_index, views, exits, times)
      select ${link}, current_date - day, slide, ${perDay}, ${Math.round(perDay / SLIDES)}, ${spread}
      from generate_series(0, ${DAYS - 1}::int) day, generate_series(0, ${SLIDES - 1}::int) slide`;
    await sql`insert into visit_referrer_days (link_id, day, host, visits)
      select ${link}, current_date - day, 'host-' || n || '.example', 10 from generate_series(0, ${DAYS - 1}::int) day, generate_series(1, 20) n`;
  }
  await sql`vacuum analyze`;
}

async function timesOf(ask: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    const began = performance.now();
    await ask();
    times.push(performance.now() - began);
  }
  return times;
}

async function request({ origin }: Lectern, path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(`${origin}/api${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const postgres = await startEmbeddedDatabase({ dataDir: join(folder, 'database'), processes: 2, log: () => undefined });
opened.defer(() => postgres.stop());
await runOnServer(postgres.url, (sql) => sql`create database visits`);
const url = databaseUrl(postgres.url, 'visits');
const settings = { DATABASE_URL: url, AUTH_SECRET: SECRET, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', TRUST_PROXY: '1' };
const lectern = opened.use(await startLectern(settings));
const database = connectDatabase({ url, poolSize: 2 });
opened.defer(() => database.close());
const { id: ownerId, cookie } = await insertUser(database.db, SECRET);
await fill(database.sql, ownerId);

const token = new LinkTokens(SECRET).tokenOf(LINKS[0] ?? '');
const from = new Date(Date.now() - (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
const member = { headers: { cookie } };
const visitor = (body: unknown, nth: number): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${nth >> 8}.${nth & 255}` },
  body: JSON.stringify(body),
});
const { visits } = visitSummarySchema.parse(await request(lectern, `/decks/deck/visits?from=${from}`, member));
const ids: string[] = [];
const begin = async () => {
  const path = `/shared/${token}/visits`;
  ids.push(newVisitSchema.parse(await request(lectern, path, visitor({}, ids.length))).visitId);
};
let reported = 0;
const report = async () => {
  const slides = [{ index: reported % SLIDES, milliseconds: 5000 }];
  await request(lectern, `/shared/${token}/visits/${ids[reported % ids.length] ?? ''}`, visitor({ slides }, reported));
  reported += 1;
};

const rows = [
  ['summary of a year', () => request(lectern, `/decks/deck/visits?from=${from}`, member)],
  ['summary of a year, one link', () => request(lectern, `/decks/deck/visits?from=${from}&linkId=${LINKS[0]}`, member)],
  ['summary of 30 days', () => request(lectern, '/decks/deck/visits', member)],
  ['visits of a link', () => request(lectern, `/decks/deck/links/${LINKS[0]}/visits`, member)],
  ['a visit begins', begin],
  ['a report of one slide', report],
] as const;
console.log(`${`${visits.toLocaleString('en')} visits, in ms`.padEnd(36)}${'median'.padStart(10)}${'99 %'.padStart(10)}`);
for (const [name, ask] of rows) {
  const times = await timesOf(ask);
  const [half, most] = [median(times), percentile(times, 99)];
  const isSlow = name.startsWith('summary') && half > SUMMARY_MS_MAX;
  if (isSlow) process.exitCode = 1;
  const note = isSlow ? `  more than ${SUMMARY_MS_MAX}` : '';
  console.log(`${name.padEnd(36)}${half.toFixed(1).padStart(10)}${most.toFixed(1).padStart(10)}${note}`);
}
