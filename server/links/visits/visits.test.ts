import type { OutgoingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aLink, Visitor } from '#server/links/testing/visitor.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { VISIT_REFERRERS_MAX, VISITS_OF_DAY_MAX } from '#shared/limits.ts';
import { linkSchema } from '#shared/links.ts';
import { newVisitSchema, type SlideTime, visitListSchema, visitSummarySchema } from '#shared/visits.ts';

const lectern = await aLectern({ TRUST_PROXY: '1', VISITS_DAYS: '30' });
const { sql } = lectern.database;
const owner = await lectern.aUser();
const api = lectern.as(owner);
const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function aVisited({ slides = 4, ...wish }: { slides?: number } & Record<string, unknown> = {}) {
  const deck = await lectern.aDeck({ owner, slides });
  const link = await aLink(lectern, owner, deck.id, wish);
  const visits = async (of = link.id) =>
    visitListSchema.parse((await api.get(`/api/decks/${deck.id}/links/${of}/visits`)).body).items;
  const summary = async (query = '') => visitSummarySchema.parse((await api.get(`/api/decks/${deck.id}/visits${query}`)).body);
  return { deck, link, visits, summary, visitor: () => new Visitor(lectern, link) };
}

async function begin(visitor: Visitor, wish: object = {}, headers: OutgoingHttpHeaders = {}): Promise<string> {
  const answer = await visitor.post('/visits', wish, headers);
  expect([answer.status, answer.headers['cache-control'], answer.headers['set-cookie']]).toEqual([201, 'no-store', undefined]);
  return newVisitSchema.strict().parse(answer.body).visitId;
}

const items = (...times: readonly (readonly [number, number])[]): SlideTime[] =>
  times.map(([index, milliseconds]) => ({ index, milliseconds }));

async function report(
  visitor: Visitor,
  visitId: string,
  slides: readonly SlideTime[],
  headers?: OutgoingHttpHeaders,
): Promise<void> {
  const answer = await visitor.post(`/visits/${visitId}`, { slides }, headers);
  expect([answer.text, answer.status]).toEqual(['', 204]);
}

/** A visit that has reported once. */
async function aVisit(visitor: Visitor, ...times: readonly (readonly [number, number])[]): Promise<string> {
  const visitId = await begin(visitor);
  await report(visitor, visitId, items(...times));
  return visitId;
}

describe('a visit', () => {
  it('is listed with the times of its slides, newest first', async () => {
    const { link, deck, visitor, visits } = await aVisited();
    const one = visitor();
    const userAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile';
    const first = await begin(one, { referrer: 'https://News.example/a?b=c', name: ' Ada ' }, { 'user-agent': userAgent });
    await report(one, first, items([0, 4000], [1, 1000], [0, 500]));
    await report(one, first, items([3, 250]));
    const second = await begin(visitor());
    expect(await visits()).toEqual([
      expect.objectContaining({ id: second, slides: [], durationMs: 0, completion: 0, device: 'computer', name: null }),
      {
        id: first,
        linkId: link.id,
        startedAt: expect.any(String) as string,
        lastSeenAt: expect.any(String) as string,
        durationMs: 5750,
        slides: items([0, 4500], [1, 1000], [3, 250]),
        completion: 0.75,
        name: 'Ada',
        email: null,
        referrerHost: 'news.example',
        device: 'phone',
        versionId: deck.currentVersionId,
      },
    ]);
  });

  it('is counted by its link', async () => {
    const { deck, link, visitor, visits } = await aVisited();
    await begin(visitor());
    await begin(visitor());
    const after = linkSchema.parse((await api.get(`/api/decks/${deck.id}/links/${link.id}`)).body);
    expect([after.visitCount, after.lastVisitAt]).toEqual([2, (await visits())[0]?.startedAt]);
  });

  it('is reported by navigator.sendBeacon as text/plain, which no other route takes', async () => {
    const { visitor, visits } = await aVisited();
    const one = visitor();
    const visitId = await begin(one);
    const plain = (path: string, body: string) =>
      lectern.as(null).send('POST', `/api/shared/${one.token}${path}`, {
        headers: { ...one.headers, 'content-type': 'text/plain;charset=UTF-8', 'sec-fetch-site': 'same-origin' },
        body,
      });
    expect((await plain(`/visits/${visitId}`, JSON.stringify({ slides: items([2, 700]) }))).status).toBe(204);
    expect((await visits())[0]?.slides).toEqual(items([2, 700]));
    expectRefusal(await plain(`/visits/${visitId}`, 'slides=1'), 'MALFORMED_JSON');
    expectRefusal(await plain('/visits', '{}'), 'UNSUPPORTED_MEDIA_TYPE');
    expectRefusal(await plain('/unlock', '{"password":"x"}'), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('can be reported to another instance', async () => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, TRUST_PROXY: '1' });
    const { link, visitor, visits, summary } = await aVisited();
    const here = visitor();
    const visitId = await begin(here);
    const there = new Visitor(other, link, here.address);
    await Promise.all([report(here, visitId, items([0, 1000])), report(there, visitId, items([1, 2000]))]);
    expect((await visits())[0]).toMatchObject({ slides: items([0, 1000], [1, 2000]), durationMs: 3000 });
    // Both instances have the same salt.
    await begin(there);
    expect(await summary()).toMatchObject({ visits: 2, visitors: 1 });
  });
});

describe('what a link asks for', () => {
  it.each(['name', 'email'] as const)('is required: %s', async (askFor) => {
    const { visitor, visits } = await aVisited({ askFor });
    const answer = await visitor().post('/visits', askFor === 'name' ? { email: 'ada@example.com' } : { name: 'Ada' });
    expect(expectRefusal(answer, 'VALIDATION_FAILED')).toMatchObject({ issues: [{ path: askFor }] });
    expect(await visits()).toEqual([]);
    await begin(visitor(), { name: 'Ada', email: 'Ada@Example.com' });
    expect((await visits())[0]).toMatchObject({ name: 'Ada', email: 'ada@example.com' });
  });

  it('may be given although the link asks for nothing; text stays text', async () => {
    const { visitor, visits } = await aVisited();
    const name = '<img src=x onerror=alert(1)> =HYPERLINK("x")';
    await begin(visitor(), { name });
    expect((await visits())[0]?.name).toBe(name);
  });

  it.each([
    [{ name: '' }],
    [{ name: 'x'.repeat(101) }],
    [{ name: 'two\nlines' }],
    [{ name: 7 }],
    [{ email: 'nobody' }],
    [{ referrer: `https://x.example/${'x'.repeat(2048)}` }],
    [{ referrer: 7 }],
  ])('is refused out of bounds: %j', async (wish) => {
    const { visitor } = await aVisited();
    expectRefusal(await visitor().post('/visits', wish), 'VALIDATION_FAILED');
  });
});

describe('a browser that asks not to be tracked', () => {
  it.each([{ 'sec-gpc': '1' }, { dnt: '1' }])(
    'has a visit, of which slides, times and referrer are not stored: %j',
    async (headers) => {
      const { visitor, visits, summary } = await aVisited();
      const one = visitor();
      const visitId = await begin(one, { referrer: 'https://news.example' }, headers);
      const [before] = await visits();
      await report(one, visitId, items([0, 1000]), headers);
      // Not even if a proxy drops the header later.
      await report(one, visitId, items([1, 1000]));
      expect(await visits()).toEqual([before]);
      expect(before).toMatchObject({ slides: [], durationMs: 0, completion: 0, referrerHost: null });
      expect(await summary()).toMatchObject({ visits: 1, visitors: 1, medianDurationMs: 0, bySlide: [], byReferrer: [] });
      expect(await sql`select hash from visitor_hashes where day > current_date + 1`).toEqual([]);
    },
  );

  it('may begin to ask during a visit', async () => {
    const { visitor, visits } = await aVisited();
    const one = visitor();
    const visitId = await begin(one);
    await report(one, visitId, items([0, 1000]), { 'sec-gpc': '1' });
    expect((await visits())[0]?.slides).toEqual([]);
  });

  it('leaves no hash', async () => {
    const { visitor } = await aVisited();
    const [before] = await sql`select count(*)::int as count from visitor_hashes`;
    await begin(visitor(), {}, { 'sec-gpc': '1' });
    expect(await sql`select count(*)::int as count from visitor_hashes`).toEqual([before]);
    await begin(visitor(), {}, { 'sec-gpc': '0' });
    expect(await sql`select count(*)::int as count from visitor_hashes`).not.toEqual([before]);
  });
});

describe('a summary', () => {
  it('has every day of the range, medians, exits and completion', async () => {
    const { link, visitor, summary } = await aVisited();
    await aVisit(visitor(), [0, 1000], [1, 3000]);
    await aVisit(visitor(), [0, 3000]);
    await aVisit(visitor(), [0, 8000], [1, 1000], [2, 500], [3, 500]);
    const found = await summary();
    expect(found).toMatchObject({
      visits: 3,
      visitors: 3,
      medianDurationMs: 4000,
      completion: expect.closeTo((0.5 + 0.25 + 1) / 3) as number,
      bySlide: [
        { index: 0, views: 3, medianMs: 3000, exits: 1 },
        { index: 1, views: 2, medianMs: 2000, exits: 1 },
        { index: 2, views: 1, medianMs: 500, exits: 0 },
        { index: 3, views: 1, medianMs: 500, exits: 1 },
      ],
      byReferrer: [],
      byLink: [{ linkId: link.id, name: null, visits: 3 }],
    });
    expect(found.byDay.map(({ date }) => date)).toEqual(Array.from({ length: 30 }, (_, nth) => daysAgo(29 - nth)));
    expect(found.byDay.slice(-2)).toEqual([
      { date: daysAgo(1), visits: 0, visitors: 0 },
      { date: today(), visits: 3, visitors: 3 },
    ]);
  });

  it('counts a visitor once a day for each link, and for the deck', async () => {
    const { deck, link, visitor, summary } = await aVisited();
    const other = await aLink(lectern, owner, deck.id, { name: 'For the press' });
    const one = visitor();
    await begin(one, { referrer: 'https://b.example/1' });
    await begin(one, { referrer: 'https://a.example' });
    await begin(one, { referrer: 'https://b.example/2' });
    await begin(new Visitor(lectern, other, one.address));
    await begin(one, {}, { 'user-agent': 'Another browser' });
    expect(await summary()).toMatchObject({
      visits: 5,
      visitors: 2,
      byReferrer: [
        { host: 'b.example', visits: 2 },
        { host: 'a.example', visits: 1 },
      ],
      byLink: [
        { linkId: link.id, visits: 4 },
        { linkId: other.id, name: 'For the press', visits: 1 },
      ],
    });
    expect(await summary(`?linkId=${other.id}`)).toMatchObject({
      visits: 1,
      visitors: 1,
      byReferrer: [],
      byLink: [{ visits: 1 }],
    });
    expect(await summary(`?linkId=${link.id}`)).toMatchObject({ visits: 4, visitors: 2 });
  });

  it('is an estimate of medians when there are many visits', async () => {
    const { link, visitor, summary } = await aVisited();
    for (const seconds of [4, 5, 6]) await aVisit(visitor(), [0, seconds * 1000]);
    await sql`update visit_days set visits = 1001 where link_id = ${link.id}`;
    const { medianDurationMs, bySlide } = await summary();
    for (const median of [medianDurationMs, bySlide[0]?.medianMs ?? 0]) expect(Math.abs(median - 5000)).toBeLessThan(900);
  });

  it('has only the days of the range, both included', async () => {
    const { link, visitor, summary } = await aVisited();
    for (const days of [2, 1, 0]) {
      const visitId = await aVisit(visitor(), [days, 1000]);
      const back = sql`make_interval(days => ${days})`;
      await sql`update visits set started_at = started_at - ${back} where id = ${visitId}`;
      for (const table of ['visit_days', 'visit_slide_days'])
        await sql`update ${sql(table)} set day = day - ${days}::int where link_id = ${link.id} and day = ${today()}`;
    }
    const found = await summary(`?from=${daysAgo(2)}&to=${daysAgo(1)}`);
    expect(found).toMatchObject({ visits: 2, bySlide: [{ index: 1 }, { index: 2 }], medianDurationMs: 1000 });
    expect(found.byDay.map(({ date, visits }) => [date, visits])).toEqual([
      [daysAgo(2), 1],
      [daysAgo(1), 1],
    ]);
    expect((await summary(`?to=${daysAgo(2)}`)).byDay).toHaveLength(30);
    expect((await summary('?from=0001-01-01&to=0001-02-01')).visits).toBe(0);
    expect((await summary('?to=0001-01-02')).byDay).toHaveLength(2);
    expect((await summary('?from=9999-12-31&to=9999-12-31')).byDay).toHaveLength(1);
  });

  it.each([
    'from=2026-02-30',
    'from=0000-01-01',
    'to=yesterday',
    'from=2026-01-02&to=2026-01-01',
    'from=2020-01-01&to=2026-01-01',
    'linkId=',
  ])('is refused for %s', async (query) => {
    const { deck } = await aVisited();
    expectRefusal(await api.get(`/api/decks/${deck.id}/visits?${query}`), 'VALIDATION_FAILED');
  });
});

describe('reports that are out of rule', () => {
  const refused: [string, unknown][] = [
    ['nothing', {}],
    ['no list', { slides: 'x' }],
    ['101 items', { slides: items(...Array.from({ length: 101 }, () => [0, 1] as const)) }],
    ['more than ten minutes', { slides: items([0, 600_001]) }],
    ['negative', { slides: items([0, -1]) }],
    ['a fraction', { slides: items([0, 0.5]) }],
    ['a negative slide', { slides: items([-1, 1]) }],
    ['a huge slide', { slides: items([2 ** 53, 1]) }],
  ];
  it.each(refused)('are refused: %s', async (_, body) => {
    const { visitor, visits } = await aVisited();
    const one = visitor();
    const visitId = await begin(one);
    expectRefusal(await one.post(`/visits/${visitId}`, body), 'VALIDATION_FAILED');
    expect((await visits())[0]?.slides).toEqual([]);
  });

  it('are refused for slides that neither version has, and for other visits', async () => {
    const { visitor, visits } = await aVisited();
    const [one, other] = [visitor(), (await aVisited()).visitor()];
    const visitId = await begin(one);
    expectRefusal(await one.post(`/visits/${visitId}`, { slides: items([0, 1], [4, 1]) }), 'SLIDE_NOT_FOUND');
    expectRefusal(await one.post('/visits/nothing', { slides: [] }), 'NOT_FOUND');
    expectRefusal(await other.post(`/visits/${visitId}`, { slides: items([0, 1]) }), 'NOT_FOUND');
    expect((await visits())[0]?.slides).toEqual([]);
    await sql`update visits set started_at = now() - interval '25 hours' where id = ${visitId}`;
    expectRefusal(await one.post(`/visits/${visitId}`, { slides: [] }), 'NOT_FOUND');
  });

  it('count a day at most, however many there are, and are limited', async () => {
    const { visitor, visits, summary } = await aVisited();
    const one = visitor();
    const visitId = await begin(one);
    const much = { slides: items(...Array.from({ length: 100 }, () => [1, 600_000] as const)) };
    let last: Answer | undefined;
    for (let times = 0; times < 61; times += 1) last = await one.post(`/visits/${visitId}`, much);
    if (last !== undefined) expectRefusal(last, 'RATE_LIMITED');
    expect((await visits())[0]).toMatchObject({ durationMs: 86_400_000, slides: items([1, 86_400_000]), completion: 0.25 });
    expect((await summary()).bySlide).toEqual([{ index: 1, views: 1, medianMs: 86_400_000, exits: 1 }]);
  });
});

describe('visits are limited', () => {
  it('by link and network', async () => {
    const { visitor, summary } = await aVisited();
    const one = visitor();
    for (let times = 0; times < 120; times += 1) await begin(one);
    expectRefusal(await one.post('/visits', {}), 'RATE_LIMITED');
    await begin(visitor());
    expect((await summary()).visits).toBe(121);
  });

  it('by link and day', async () => {
    const { link, visitor, visits } = await aVisited();
    await begin(visitor());
    await sql`update visit_days set visits = ${VISITS_OF_DAY_MAX} where link_id = ${link.id}`;
    expectRefusal(await visitor().post('/visits', {}), 'RATE_LIMITED');
    expect(await visits()).toHaveLength(1);
  });

  it('by hosts from which they come', async () => {
    const { link, visitor, summary } = await aVisited();
    await sql`insert into visit_referrer_days (link_id, day, host, visits)
      select ${link.id}, ${today()}, 'host-' || n, 1 from generate_series(1, ${VISIT_REFERRERS_MAX}) n`;
    await begin(visitor(), { referrer: 'https://another.example' });
    await begin(visitor(), { referrer: 'https://host-7' });
    const { byReferrer } = await summary();
    expect(byReferrer).toHaveLength(VISIT_REFERRERS_MAX);
    expect(byReferrer[0]).toEqual({ host: 'host-7', visits: 2 });
  });
});

describe('a link that does not work', () => {
  it('takes no visits and no reports', async () => {
    const { deck, link, visitor, visits } = await aVisited();
    const one = visitor();
    const visitId = await begin(one);
    const change = (wish: object) => api.patch(`/api/decks/${deck.id}/links/${link.id}`, wish);
    const refusedWith = async (code: Parameters<typeof expectRefusal>[1]) => {
      expectRefusal(await one.post('/visits', {}), code);
      expectRefusal(await one.post(`/visits/${visitId}`, { slides: [] }), code);
    };
    await change({ password: 'open sesame' });
    await refusedWith('PASSWORD_REQUIRED');
    await one.unlock('open sesame');
    await report(one, visitId, items([0, 1]));
    await change({ paused: true });
    await refusedWith('LINK_EXPIRED');
    expect(await visits()).toHaveLength(1);
    await api.delete(`/api/decks/${deck.id}/links/${link.id}`);
    await refusedWith('LINK_NOT_FOUND');
    for (const table of ['visits', 'visit_days', 'visit_slide_days'])
      expect(await sql`select link_id from ${sql(table)} where link_id = ${link.id}`).toEqual([]);
  });

  it('is deleted with its visits while visitors report', async () => {
    const { deck, link, visitor } = await aVisited();
    const visitors = Array.from({ length: 5 }, visitor);
    const ids = await Promise.all(visitors.map((one) => begin(one)));
    const [ended, ...reports] = await Promise.all([
      api.delete(`/api/decks/${deck.id}/links/${link.id}`),
      ...visitors.map((one, nth) => one.post(`/visits/${ids[nth] ?? ''}`, { slides: items([nth % 4, 100]) })),
      ...visitors.map((one) => one.post('/visits', {})),
    ]);
    expect(ended.status).toBe(204);
    for (const { status } of reports) expect([201, 204, 404]).toContain(status);
  });
});

describe('what is counted', () => {
  it('is the sum of what many visitors report at the same time', async () => {
    const { visitor, summary } = await aVisited();
    const all = Array.from({ length: 8 }, visitor);
    await Promise.all(all.map((one, nth) => aVisit(one, [nth % 4, 1000], [(nth + 1) % 4, 1000])));
    const { visits, visitors, completion, bySlide } = await summary();
    expect([visits, visitors, completion]).toEqual([8, 8, 0.5]);
    expect(bySlide).toEqual([0, 1, 2, 3].map((index) => ({ index, views: 4, medianMs: 1000, exits: 2 })));
  });

  it('is for those who may edit the deck', async () => {
    const { deck, link } = await aVisited();
    const reader = await lectern.aUser();
    const paths = [`/api/decks/${deck.id}/links/${link.id}/visits`, `/api/decks/${deck.id}/visits`];
    for (const path of paths) expectRefusal(await lectern.as(reader).get(path), 'DECK_NOT_FOUND');
    await api.put(`/api/decks/${deck.id}/people/${reader.id}`, { access: 'read' });
    for (const path of paths) expectRefusal(await lectern.as(reader).get(path), 'FORBIDDEN');
    await api.put(`/api/decks/${deck.id}/people/${reader.id}`, { access: 'edit' });
    for (const path of paths) expect((await lectern.as(reader).get(path)).status).toBe(200);
    const { link: foreign } = await aVisited();
    expectRefusal(await api.get(`/api/decks/${deck.id}/visits?linkId=${foreign.id}`), 'LINK_NOT_FOUND');
    expectRefusal(await api.get(`/api/decks/${deck.id}/links/${foreign.id}/visits`), 'LINK_NOT_FOUND');
  });

  it('contains no address and no browser, of which only salted hashes of today are kept', async () => {
    const { visitor } = await aVisited();
    const one = visitor();
    const userAgent = 'A browser that nobody else has';
    const visitId = await begin(one, { referrer: 'https://news.example/private/path' }, { 'user-agent': userAgent });
    await report(one, visitId, items([0, 1000]), { 'user-agent': userAgent });
    for (const table of ['visits', 'visit_days', 'visit_slide_days', 'visit_referrer_days', 'visitor_hashes', 'visit_salts']) {
      const rows = JSON.stringify(await sql`select * from ${sql(table)}`);
      for (const secret of [one.address, userAgent, '/private/path']) expect(rows).not.toContain(secret);
    }
    expect(await sql`select day::text from visit_salts`).toEqual([{ day: today() }]);
  });

  it('is who looks now, as far as pages report', async () => {
    const { deck, link, visitor } = await aVisited();
    const now = async () => {
      const input = encodeURIComponent(JSON.stringify({ id: deck.id, linkId: link.id }));
      const { body } = await api.get(`/api/trpc/visits.now?input=${input}`);
      return (body as { result: { data: { visits: number } } }).result.data.visits;
    };
    const [one, other] = [visitor(), visitor()];
    const visitId = await begin(one);
    await begin(other);
    expect(await now()).toBe(2);
    await sql`update visits set last_seen_at = now() - interval '1 minute' where link_id = ${link.id}`;
    expect(await now()).toBe(0);
    await report(one, visitId, []);
    expect(await now()).toBe(1);
  });
});

describe('after a time', () => {
  it('visits, what was counted of them, and yesterday’s salt are removed', async () => {
    const { link, visitor, visits, summary } = await aVisited();
    const old = await aVisit(visitor(), [0, 1000]);
    await sql`update visits set started_at = now() - interval '32 days' where id = ${old}`;
    for (const table of ['visit_days', 'visit_slide_days'])
      await sql`update ${sql(table)} set day = day - 32 where link_id = ${link.id}`;
    const kept = await aVisit(visitor(), [1, 1000]);
    await sql`insert into visit_salts (day, salt) values (${daysAgo(1)}, 'old')`;
    await sql`insert into visitor_hashes (day, hash) select ${daysAgo(1)}, 'old-' || n from generate_series(1, 2500) n`;
    await using next = await startLectern({
      DATABASE_URL: lectern.database.url,
      DATA_DIR: lectern.dataDir,
      VISITS_DAYS: '30',
    });
    // A server cleans up when it starts. The sums of the days are the last ones that are removed.
    await eventually(async () => {
      const days = await sql<{ day: string }[]>`select day::text from visit_days where link_id = ${link.id}`;
      return days.length === 1 ? days : null;
    });
    expect(next.address).not.toBe(lectern.address);
    expect((await visits()).map(({ id }) => id)).toEqual([kept]);
    expect(await sql`select day::text from visit_days where link_id = ${link.id}`).toEqual([{ day: today() }]);
    expect(await sql`select slide_index from visit_slide_days where link_id = ${link.id}`).toEqual([{ slide_index: 1 }]);
    expect((await summary(`?from=${daysAgo(40)}`)).visits).toBe(1);
    expect(await sql`select day from visit_salts where day < ${today()}`).toEqual([]);
    expect(await sql`select day from visitor_hashes where day < ${today()}`).toEqual([]);
  });
});
