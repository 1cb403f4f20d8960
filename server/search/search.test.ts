import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { type SearchHit, searchResultsSchema } from '#shared/search.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

const pathOf = (q: string, more: Readonly<Record<string, string>> = {}) =>
  `/api/search?${new URLSearchParams({ q, ...more }).toString()}`;

async function pageOf(user: TestUser, q: string, more: Readonly<Record<string, string>> = {}) {
  const answer = await lectern.as(user).get(pathOf(q, more));
  expect(answer.status, answer.text).toBe(200);
  return searchResultsSchema.parse(answer.body);
}

const find = async (user: TestUser, q: string, more = {}): Promise<SearchHit[]> => (await pageOf(user, q, more)).items;

/** Waits until every change is indexed. */
const indexed = () => eventually(async () => (await sql`select from search_due`).length === 0);

const textOf = ({ snippet }: SearchHit) => snippet.map(({ text }) => text).join('');
const marked = ({ snippet }: SearchHit) => snippet.filter(({ match }) => match).map(({ text }) => text);
const placeOf = ({ field, slideIndex, inner }: SearchHit) => [field, slideIndex, inner];

async function contentsOf(slides: readonly string[], title = 'A deck') {
  const files = Object.fromEntries(
    slides.map((html, at) => [`slides/${at}.html`, `<!doctype html><meta charset="utf-8">${html}`]),
  );
  return aPackage({ title, slides: slides.map((_, at) => ({ file: `slides/${at}.html` })), files });
}

async function aDeckOf(owner: TestUser, slides: readonly string[], { title = 'A deck', visibility = 'private' } = {}) {
  const { status, body, text } = await lectern
    .as(owner)
    .send('POST', '/api/decks', anUpload(await contentsOf(slides, title), { visibility }));
  expect(status, text).toBe(201);
  await indexed();
  return body as DeckDetail;
}

/** What people search in decks of many kinds, and the slide that they mean. */
const KINDS: Readonly<
  Record<string, { readonly slides: readonly string[]; readonly searches: readonly (readonly [string, number, number | null])[] }>
> = {
  plain: {
    slides: [
      '<h1>Quarterly review</h1><p>Revenue and churn</p>',
      '<h2>Churn by region</h2><table><tr><td>EMEA</td><td>12,4 %</td></tr><tr><td>APAC</td><td>7.9</td></tr></table>',
      '<h2>Pricing 2025</h2><p>The new plan costs €49 per seat.</p><img src="x.png" alt="Funnel of trial customers">',
      '<h2>Next steps</h2><ul><li>Hire two engineers</li><li aria-label="Roadmap until October">x</li></ul>',
      '<h2>Architecture</h2><svg><title>Data flow</title><text>Kafka <tspan>broker</tspan></text></svg>',
      '<h2>Formula</h2><p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>σ</mi></mrow><annotation encoding="application/x-tex">\\sqrt{variance}</annotation></semantics></math></span></span></p>',
    ],
    searches: [
      ['churn region', 1, null],
      ['emea', 1, null],
      ['12,4', 1, null],
      ['7.9', 1, null],
      ['pricing 2025', 2, null],
      ['49 per seat', 2, null],
      ['funnel trial', 2, null],
      ['hire engin', 3, null],
      ['roadmap october', 3, null],
      ['kafka', 4, null],
      ['data flow', 4, null],
      ['"kafka broker"', 4, null],
      ['sqrt variance', 5, null],
      ['review -pricing', 0, null],
    ],
  },
  code: {
    slides: [
      '<h2>Loader</h2><pre><code>const user = await getUserName(session.user_id);\nif (!user) throw new HTTPServerError();</code></pre>',
      '<h2>Tuning</h2><pre>max_connections = 50\nwork_mem = 4MB</pre>',
      '<h2>Languages</h2><p>C++, C# and Node.js</p>',
      '<h2>Hosts</h2><p>10.0.12.7 runs nginx/1.27</p>',
    ],
    searches: [
      ['getUserName', 0, null],
      ['username', 0, null],
      ['user_id', 0, null],
      ['session.user_id', 0, null],
      ['servererror', 0, null],
      ['max_connections', 1, null],
      ['work_mem 4mb', 1, null],
      ['C++', 2, null],
      ['c#', 2, null],
      ['node.js', 2, null],
      ['10.0.12.7', 3, null],
      ['nginx', 3, null],
    ],
  },
  languages: {
    slides: [
      '<h1>机器学习模型的评估</h1><p>准确率和召回率</p>',
      '<h1>売上高の推移</h1><p>カタカナとｶﾀｶﾅ、がくせい</p>',
      '<h1>รายงานประจำปี</h1>',
      '<h1>التقرير السنوي للشركة</h1><p>كِتَابٌ جديد</p>',
      '<h1>Umsatzentwicklung</h1><p>Die Kundenzufriedenheit in Großstädten; Österreich</p>',
      '<h1>Présentation générale</h1><p>naïve café, Škoda, Łódź, Ærø, İstanbul, Ελλάς</p>',
      '<h1>Отчёт за квартал</h1>',
      '<h1>분기 실적 보고서</h1>',
      '<h1>דוח שנתי</h1>',
    ],
    searches: [
      ['学习', 0, null],
      ['模型的评估', 0, null],
      ['召回', 0, null],
      ['估', 0, null],
      ['売上', 1, null],
      ['推移', 1, null],
      ['カタカナ', 1, null],
      ['がくせい', 1, null],
      ['ประจำ', 2, null],
      ['السنوي', 3, null],
      ['تقرير', 3, null],
      ['كتاب', 3, null],
      ['umsatz', 4, null],
      ['kundenzufr', 4, null],
      ['grossstadten', 4, null],
      ['GROSSSTÄDTEN', 4, null],
      ['osterreich', 4, null],
      ['presentation generale', 5, null],
      ['naive CAFE', 5, null],
      ['skoda', 5, null],
      ['lodz', 5, null],
      ['istanbul', 5, null],
      ['ελλας', 5, null],
      ['отчет', 6, null],
      ['실적', 7, null],
      ['שנתי', 8, null],
    ],
  },
  reveal: {
    slides: [
      '<div class="reveal"><div class="slides"><section id="hello"><h1>Onboarding</h1></section><section><section><h2>Mission</h2></section><section><h2>Values</h2><aside class="notes">Tell the story of the lighthouse</aside></section></section><section><p>Contact the helpdesk</p></section></div></div>',
    ],
    searches: [
      ['onboarding', 0, 0],
      ['mission', 0, 1],
      ['values', 0, 2],
      ['lighthouse', 0, 2],
      ['helpdesk', 0, 3],
    ],
  },
  impress: {
    slides: [
      '<div id="impress"><div class="step slide" id="bored">Aren’t you just <b>bored</b>?</div><div class="step">It’s a zooming tool</div><div class="step" id="big">visualize your <b>big</b> thoughts</div></div>',
    ],
    searches: [
      ['bored', 0, 0],
      ['zooming', 0, 1],
      ['big thoughts', 0, 2],
    ],
  },
  marp: {
    slides: [
      '<div class="bespoke-marp-parent"><svg data-marpit-svg=""><foreignObject><section id="1"><h1>Welcome aboard</h1></section></foreignObject></svg><svg data-marpit-svg=""><foreignObject><section id="2"><p>Deployment pipeline</p></section></foreignObject></svg></div><div class="bespoke-marp-note" data-index="1"><p>Mention the rollback</p></div>',
    ],
    searches: [
      ['aboard', 0, 0],
      ['deployment pipeline', 0, 1],
      ['rollback', 0, 1],
    ],
  },
  remark: {
    slides: [
      '<textarea id="source">class: center\n# Intro\n---\n## Second *topic*\n- one point\n???\nSpeak slowly\n</textarea><script>remark.create()</script>',
    ],
    searches: [
      ['intro', 0, 0],
      ['second topic', 0, 1],
      ['slowly', 0, 1],
    ],
  },
};

describe.each(Object.entries(KINDS))('what people search in a deck: %s', (name, { slides, searches }) => {
  it('is among the first three hits', async () => {
    const owner = await lectern.aUser();
    await aDeckOf(owner, slides, { title: `Deck ${name}` });
    const missed: unknown[] = [];
    for (const [q, slideIndex, inner] of searches) {
      const hits = await find(owner, q);
      if (!hits.slice(0, 3).some((hit) => hit.slideIndex === slideIndex && hit.inner === inner))
        missed.push([q, hits.map(placeOf)]);
    }
    expect(missed).toEqual([]);
  });
});

describe('a search with filters', () => {
  it('finds in the decks of a person, in a collection, since a date, and in a field', async () => {
    const [owner, colleague] = [await lectern.aUser(), await lectern.aUser()];
    const own = await aDeckOf(owner, ['<p>ibis here</p>'], { title: 'Ibis one' });
    const shared = await aDeckOf(colleague, ['<p>ibis there</p>'], { title: 'Two', visibility: 'team' });
    await aDeckOf(colleague, ['<p>ibis hidden</p>'], { title: 'Ibis three' });
    await lectern.as(owner).put(`/api/decks/${own.id}/notes/0`, { body: 'Feed the ibis' });
    await indexed();
    const found = async (filter: Readonly<Record<string, string>>) =>
      (await find(owner, 'ibis', filter)).map(({ deck, field }) => `${deck.title}: ${field}`).toSorted();
    const ofOwn = ['Ibis one: notes', 'Ibis one: slide', 'Ibis one: title'];
    expect(await found({})).toEqual([...ofOwn, 'Two: slide']);
    expect(await found({ ownerId: owner.id })).toEqual(ofOwn);
    expect(await found({ ownerId: colleague.id })).toEqual(['Two: slide']);
    expect(await found({ field: 'title' })).toEqual(['Ibis one: title']);
    expect(await found({ field: 'notes' })).toEqual(['Ibis one: notes']);
    expect(await found({ field: 'slide', ownerId: owner.id })).toEqual(['Ibis one: slide']);

    const collection = async (user: TestUser) =>
      ((await lectern.as(user).post('/api/collections', { name: 'Birds', visibility: 'private' })).body as { id: string }).id;
    const [mine, hidden] = [await collection(owner), await collection(colleague)];
    await lectern.as(owner).put(`/api/collections/${mine}/decks/${shared.id}`);
    expect(await found({ collection: mine })).toEqual(['Two: slide']);
    const refused = await lectern.as(owner).get(pathOf('ibis', { collection: hidden }));
    expectRefusal(refused, 'COLLECTION_NOT_FOUND');

    await sql`update decks set updated_at = '2020-01-01' where id = ${own.id}`;
    expect(await found({ updatedSince: '2020-01-02T00:00:00Z' })).toEqual(['Two: slide']);
    expect(await found({ updatedSince: '2020-01-01T00:00:00Z' })).toEqual([...ofOwn, 'Two: slide']);
  });

  it('takes no cursor of a search with other filters', async () => {
    const owner = await lectern.aUser();
    await aDeckOf(owner, ['<p>heron</p>', '<p>heron</p>']);
    const { nextCursor } = await pageOf(owner, 'heron', { limit: '1' });
    const other = await lectern.as(owner).get(pathOf('heron', { limit: '1', field: 'slide', cursor: nextCursor ?? '' }));
    expectRefusal(other, 'VALIDATION_FAILED');
  });
});

describe('a hit', () => {
  it('says where it is, and shows the words that were found', async () => {
    const owner = await lectern.aUser();
    const long = 'word '.repeat(400);
    const deck = await aDeckOf(owner, [`<h1>Harbour</h1><p>${long}</p><p>The <b>lighthouse</b> keeper</p><p>${long}</p>`], {
      title: 'Lighthouse tour',
    });
    await lectern.as(owner).put(`/api/decks/${deck.id}/notes/0`, { body: 'Ask about the lighthouses' });
    await indexed();
    const hits = await find(owner, 'lighthouse');
    expect(hits.map(placeOf)).toEqual([
      ['title', null, null],
      ['slide', 0, null],
      ['notes', 0, null],
    ]);
    expect(hits.map(({ deck: { id } }) => id)).toEqual([deck.id, deck.id, deck.id]);
    expect(hits.map(marked)).toEqual([['Lighthouse'], ['lighthouse'], ['lighthouses']]);
    for (const hit of hits) expect(textOf(hit).length).toBeLessThanOrEqual(200);
    expect(textOf(hits[1] as SearchHit)).toContain('The lighthouse keeper');
  });

  it('contains nothing that people do not see, and no markup', async () => {
    const owner = await lectern.aUser();
    await aDeckOf(owner, [
      '<style>.zebra{}</style><script>const giraffe = 1</script><template>walrus</template><p hidden>ok</p><div hidden>okapi</div><!-- lemur --><p class="panda">a &lt;b&gt;bold&lt;/b&gt; fox</p>',
    ]);
    for (const q of ['zebra', 'giraffe', 'walrus', 'okapi', 'lemur', 'panda']) expect(await find(owner, q), q).toEqual([]);
    const [hit] = await find(owner, 'fox');
    expect(hit?.snippet).toContainEqual({ text: 'fox', match: true });
    expect(textOf(hit as SearchHit)).toContain('a <b>bold</b> fox');
  });

  it('is not on each slide of a deck because their documents have its name as their title', async () => {
    const owner = await lectern.aUser();
    const titled = (title: string, text: string) => `<title>${title}</title><p>${text}</p>`;
    await aDeckOf(owner, [titled('Wagtail plan', 'One'), titled('Wagtail plan', 'Two'), titled('Dipper', 'Three')], {
      title: 'Wagtail plan',
    });
    expect((await find(owner, 'wagtail')).map(placeOf)).toEqual([['title', null, null]]);
    expect((await find(owner, 'dipper')).map(placeOf)).toEqual([['slide', 2, null]]);
  });

  it('of a phrase does not span blocks of text', async () => {
    const owner = await lectern.aUser();
    await aDeckOf(owner, ['<p>gold silver</p><p>bronze</p><p>中文</p><p>字</p>']);
    expect(await find(owner, '"gold silver"')).toHaveLength(1);
    expect(await find(owner, '"silver bronze"')).toEqual([]);
    expect(await find(owner, 'silver bronze')).toHaveLength(1);
    expect(await find(owner, '文字')).toEqual([]);
  });
});

describe('a query', () => {
  it.each([
    '"',
    '""',
    '-',
    '--',
    '- -',
    '-"',
    '&',
    '|',
    '!',
    '!!',
    '(',
    ')',
    '<->',
    "'",
    "''",
    String.raw`\\`,
    ':*',
    'a:*',
    'a & b',
    '!a',
    "o'brien",
    'a <-> b',
    '%',
    '_',
    ' ',
    '\t\n',
    '🦊',
    '"a',
    'a" b',
    '-a',
    '-a -b',
    ';drop table decks',
    '\u202e',
    '\u0301'.repeat(200),
    'ﷺ'.repeat(200),
    '㈱',
    '½',
    'a'.repeat(200),
    '好'.repeat(200),
    '- '.repeat(100),
  ])('is never an error: %j', async (q) => {
    const owner = await lectern.aUser();
    expect((await pageOf(owner, q)).nextCursor).toBeNull();
  });

  it('has 1 to 200 characters that can be stored', async () => {
    const owner = await lectern.aUser();
    for (const q of ['', 'a'.repeat(201), 'a\0b']) {
      const { issues } = expectRefusal(await lectern.as(owner).get(pathOf(q)), 'VALIDATION_FAILED') as {
        issues: { path: string }[];
      };
      expect(issues.map(({ path }) => path)).toContain('q');
    }
    expectRefusal(await lectern.as(owner).get('/api/search'), 'VALIDATION_FAILED');
    expectRefusal(await lectern.as(owner).get(pathOf('a', { cursor: 'x' })), 'VALIDATION_FAILED');
    expectRefusal(await lectern.as(owner).get(pathOf('a', { deckId: 'none' })), 'DECK_NOT_FOUND');
  });

  it('gives page after page, each hit once, also if a deck is deleted meanwhile', async () => {
    const owner = await lectern.aUser();
    const decks = [];
    for (const n of [1, 2, 3, 4, 5]) decks.push(await aDeckOf(owner, ['<p>x</p>'], { title: `Albatross ${n}` }));
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await pageOf(owner, 'albatross', { limit: '2', ...(cursor === '' ? {} : { cursor }) });
      titles.push(...page.items.map(({ deck: { title } }) => title));
      if (cursor === '') await lectern.as(owner).delete(`/api/decks/${page.items[1]?.deck.id}`);
      cursor = page.nextCursor;
    }
    expect(titles.toSorted()).toEqual(decks.map(({ title }) => title));
    const first = await pageOf(owner, 'albatross', { limit: '2' });
    expectRefusal(await lectern.as(owner).get(pathOf('other', { cursor: String(first.nextCursor) })), 'VALIDATION_FAILED');
  });

  it('can be limited to a deck', async () => {
    const owner = await lectern.aUser();
    const [deck] = [await aDeckOf(owner, ['<p>pelican</p>']), await aDeckOf(owner, ['<p>pelican</p>'])];
    expect((await find(owner, 'pelican', { deckId: deck?.id })).map((hit) => hit.deck.id)).toEqual([deck?.id]);
    expect(await find(owner, 'pelican')).toHaveLength(2);
  });

  it('finds every slide of a long deck, page after page', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(
      owner,
      Array.from({ length: 320 }, (_, at) => `<p>Egret ${at}</p>`),
    );
    const found = new Set<number | null>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await pageOf(owner, 'egret', { deckId: deck.id, limit: '100', ...(cursor === '' ? {} : { cursor }) });
      for (const { slideIndex } of page.items) found.add(slideIndex);
      cursor = page.nextCursor;
    }
    expect(found.size).toBe(320);
  });
});

describe('the next search after a change', () => {
  it('knows who may read the deck', async () => {
    const [owner, other, admin] = [await lectern.aUser(), await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
    const deck = await aDeckOf(owner, ['<p>cormorant</p>'], { title: 'Cormorant' });
    const counts = async () => Promise.all([owner, other, admin].map(async (user) => (await find(user, 'cormorant')).length));
    expect(await counts()).toEqual([2, 0, 2]);
    // Nothing tells that there is something to find.
    expect(await pageOf(other, 'cormorant')).toEqual(await pageOf(other, 'nothingatall'));
    expectRefusal(await lectern.as(other).get(pathOf('cormorant', { deckId: deck.id })), 'DECK_NOT_FOUND');
    await lectern.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'team' });
    expect(await counts()).toEqual([2, 2, 2]);
    await lectern.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'private' });
    expect(await counts()).toEqual([2, 0, 2]);
    await lectern.as(owner).put(`/api/decks/${deck.id}/people/${other.id}`, { access: 'read' });
    expect(await counts()).toEqual([2, 2, 2]);
    await lectern.as(owner).delete(`/api/decks/${deck.id}/people/${other.id}`);
    expect(await counts()).toEqual([2, 0, 2]);
    await lectern.as(owner).delete(`/api/decks/${deck.id}`);
    expect(await counts()).toEqual([0, 0, 0]);
    await lectern.as(owner).post(`/api/trash/${deck.id}/restore`);
    expect(await counts()).toEqual([2, 0, 2]);
    await lectern.as(owner).delete(`/api/decks/${deck.id}`);
    await lectern.as(owner).delete(`/api/trash/${deck.id}`);
    expect(await counts()).toEqual([0, 0, 0]);
    expect(await sql`select from search_entries where deck_id = ${deck.id}`).toHaveLength(0);
  });

  it('finds the current version alone', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(owner, ['<p>oldword</p>']);
    const form = anUpload(await contentsOf(['<p>newword</p>']));
    expect((await lectern.as(owner).send('POST', `/api/decks/${deck.id}/versions`, form)).status).toBe(201);
    expect(await find(owner, 'oldword')).toEqual([]);
    await indexed();
    expect(await find(owner, 'newword')).toHaveLength(1);
    await lectern.as(owner).post(`/api/decks/${deck.id}/versions/${deck.currentVersionId}/restore`);
    expect(await find(owner, 'newword')).toEqual([]);
    await indexed();
    expect(await find(owner, 'oldword')).toHaveLength(1);
  });

  it('finds new titles and notes, and not the former ones', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(owner, ['<p>x</p>', '<p>y</p>'], { title: 'Firsttitle' });
    await lectern.as(owner).patch(`/api/decks/${deck.id}`, { title: 'Secondtitle' });
    await lectern.as(owner).put(`/api/decks/${deck.id}/notes/1`, { body: 'Firstnote' });
    await indexed();
    expect((await find(owner, 'firstnote')).map(placeOf)).toEqual([['notes', 1, null]]);
    await lectern.as(owner).put(`/api/decks/${deck.id}/notes/1`, { body: 'Secondnote' });
    await indexed();
    expect(await find(owner, 'firsttitle')).toEqual([]);
    expect(await find(owner, 'firstnote')).toEqual([]);
    expect(await find(owner, 'secondtitle')).toHaveLength(1);
    expect(await find(owner, 'secondnote')).toHaveLength(1);
    await lectern.as(owner).delete(`/api/decks/${deck.id}/notes/1`);
    await indexed();
    expect(await find(owner, 'secondnote')).toEqual([]);
  });

  it('finds the notes of an inner slide at its position', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(owner, [
      '<div class="slides"><section id="a"><h1>One</h1></section><section><h1>Two</h1></section></div>',
    ]);
    await lectern.as(owner).put(`/api/decks/${deck.id}/notes/0?inner=${encodeURIComponent('title:1:Two')}`, { body: 'penguin' });
    // Three that are shown at the document are one hit.
    for (const inner of ['?inner=gone', '?inner=lost', ''])
      await lectern.as(owner).put(`/api/decks/${deck.id}/notes/0${inner}`, { body: `penguin ${inner}` });
    await indexed();
    const places = (await find(owner, 'penguin')).map(placeOf);
    expect(places).toHaveLength(2);
    expect(places).toEqual(
      expect.arrayContaining([
        ['notes', 0, 1],
        ['notes', 0, null],
      ]),
    );
    expect((await find(owner, 'penguin lost gone')).map(placeOf)).toEqual([['notes', 0, null]]);
  });

  it('finds the slide of a document with one slide inside, as the files of a split deck are', async () => {
    const owner = await lectern.aUser();
    const inside = (text: string) => `<div class="reveal"><div class="slides"><section><h1>${text}</h1></section></div></div>`;
    await aDeckOf(owner, [inside('Ostrich'), inside('Emu')]);
    expect((await find(owner, 'emu')).map(placeOf)).toEqual([['slide', 1, null]]);
  });

  it('finds what a copy contains, and its notes', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(owner, ['<p>kingfisher</p>']);
    await lectern.as(owner).put(`/api/decks/${deck.id}/notes/0`, { body: 'kingfisher' });
    expect((await lectern.as(owner).post(`/api/decks/${deck.id}/duplicate`, {})).status).toBe(201);
    await indexed();
    expect(await find(owner, 'kingfisher')).toHaveLength(4);
  });
});

describe('speaker notes', () => {
  const REVEAL = '<div class="slides"><section><h1>One</h1></section><section><h1>Two</h1></section></div>';

  it('that scripts make are found at the inner slide, as the renderer reports them', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(owner, [REVEAL]);
    for (const [at, notes] of ['', 'Mention the shearwater'].entries())
      await sql`insert into rendered_slides (version_id, position, slide_index, "inner", inner_name, title, content, speaker_notes)
        values (${deck.currentVersionId}, ${at}, 0, ${at}, ${`title:1:${at === 0 ? 'One' : 'Two'}`}, '', '', ${notes})`;
    await sql`update versions set shown_slide_count = 2 where id = ${deck.currentVersionId}`;
    await indexed();
    expect((await find(owner, 'shearwater')).map(placeOf)).toEqual([['speakerNotes', 0, 1]]);
  });

  it('of the package for a document with slides inside are found at the document', async () => {
    const owner = await lectern.aUser();
    const slides = [{ file: 'index.html', notes: 'Bring the petrel' }];
    const form = anUpload(await aPackage({ title: 'A deck', slides, files: { 'index.html': REVEAL } }));
    expect((await lectern.as(owner).send('POST', '/api/decks', form)).status).toBe(201);
    await indexed();
    expect((await find(owner, 'petrel')).map(placeOf)).toEqual([['speakerNotes', 0, null]]);
  });
});

describe('decks of before there was a search', () => {
  it('are read again, once, also by several instances', async () => {
    const owner = await lectern.aUser();
    const [deck, lost] = [await aDeckOf(owner, ['<p>heron</p>']), await aDeckOf(owner, ['<p>heron</p>'], { title: 'Bittern' })];
    await sql`delete from package_texts where version_id in ${sql([deck.currentVersionId, lost.currentVersionId])}`;
    await sql`delete from search_entries where deck_id in ${sql([deck.id, lost.id])}`;
    await sql`update versions set blob_key = 'gone' where id = ${lost.currentVersionId}`;
    await sql`insert into search_due (deck_id) values (${deck.id}), (${lost.id})`;
    await using second = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir });
    expect(second).toBeDefined();
    await indexed();
    expect((await find(owner, 'heron')).map((hit) => hit.deck.id)).toEqual([deck.id]);
    // A package that cannot be read does not stop the others, and is not tried for ever.
    expect(await find(owner, 'bittern')).toHaveLength(1);
  });
});
