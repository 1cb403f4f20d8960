import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { eventually } from '#server/db/testing/eventually.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aMember, anInvite, aResetLink, PASSWORD } from '#server/testing/joining.ts';
import type { TestLectern } from '#server/testing/lectern.ts';
import { aGuardedUser, aPendingSignIn } from '#server/testing/second-factors.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { type Collection, collectionSchema } from '#shared/collections.ts';
import { type DeckDetail, deckDetailSchema } from '#shared/decks.ts';
import type { DeckAccess } from '#shared/deck-people.ts';
import { linkSchema } from '#shared/links.ts';
import { newVisitSchema } from '#shared/visits.ts';
import { type KeyAccess, newApiKeySchema } from '#shared/keys.ts';

export { PASSWORD };

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SLIDES = [
  { file: 'slides/1.html', id: 'opening', label: 'Opening', thumbnail: 'thumb.png' },
  { file: 'slides/2.html', id: 'numbers', label: 'Numbers', thumbnail: null },
];

interface People {
  readonly owner: TestUser;
  readonly actor?: TestUser;
  readonly visibility?: 'private' | 'team';
  readonly sharedAs?: DeckAccess | null;
}

/** Creates the records that operations need. Decks belong to `owner`; `actor` sends the requests. */
export class Scene {
  readonly lectern: TestLectern;
  readonly owner: TestUser;
  readonly actor: TestUser;
  readonly visibility: 'private' | 'team';
  readonly #sharedAs: DeckAccess | null;

  /** @param sharedAs how decks are shared with the actor by name */
  constructor(lectern: TestLectern, { owner, actor = owner, visibility = 'team', sharedAs = null }: People) {
    this.lectern = lectern;
    this.owner = owner;
    this.actor = actor;
    this.visibility = visibility;
    this.#sharedAs = sharedAs;
  }

  /** A package of two slides; the first has a thumbnail. */
  aPackage(title = 'Quarterly figures'): Promise<Uint8Array> {
    const html = (text: string) => `<!doctype html><title>${text}</title><h1>${text}</h1>`;
    return aPackage({
      title,
      slides: SLIDES,
      files: { 'slides/1.html': html('Opening'), 'slides/2.html': html('Numbers'), 'thumb.png': PIXEL },
    });
  }

  async aDeck(contents?: Uint8Array): Promise<DeckDetail> {
    const form = anUpload(contents ?? (await this.aPackage()), { visibility: this.visibility });
    const deck = await this.#uploaded('/api/decks', form);
    if (this.#sharedAs !== null)
      this.#expectOk(
        await this.lectern.as(this.owner).put(`/api/decks/${deck.id}/people/${this.actor.id}`, { access: this.#sharedAs }),
      );
    return deck;
  }

  /** The same deck with notes each time, for requests that only read. */
  readonly aDeckToLookAt = once(() => this.aDeckWithNotes());
  readonly aReplacedDeckToLookAt = once(() => this.aReplacedDeck());
  readonly aRenderedDeckToLookAt = once(() => this.aRenderedDeck());
  readonly aComparedDeckToLookAt = once(() => this.aComparedDeck());

  readonly aCopiedDeckToLookAt = once(() => this.aCopiedDeck());

  /** A deck whose slides are in one other deck as well, which is indexed. */
  async aCopiedDeck(): Promise<DeckDetail> {
    const html = '<!doctype html><h1>Pricing</h1>';
    const contents = await aPackage({ title: 'Pricing', slides: [{ file: 'slides/1.html' }], files: { 'slides/1.html': html } });
    const [deck, copy] = [await this.aDeck(contents), await this.aDeck(contents)];
    for (const { id } of [deck, copy]) await this.indexed(id);
    return deck;
  }

  /** Waits until searches find a deck as it is now. */
  async indexed(deckId: string): Promise<void> {
    const { sql } = this.lectern.database;
    await eventually(async () => (await sql`select from search_due where deck_id = ${deckId}`).length === 0);
  }

  /** A deck with a note and an annotation on its first slide. */
  async aDeckWithNotes(): Promise<DeckDetail> {
    const deck = await this.aDeck();
    const api = this.lectern.as(this.owner);
    this.#expectOk(await api.put(`/api/decks/${deck.id}/notes/0`, { body: 'Welcome everybody' }));
    this.#expectOk(
      await api.put(`/api/decks/${deck.id}/annotations/0`, { payload: { shapes: [{ kind: 'circle', at: [120, 80] }] } }),
    );
    return deck;
  }

  /** A deck with two versions; `oldVersionId` is the first one. */
  async aReplacedDeck(): Promise<DeckDetail & { oldVersionId: string }> {
    const { id, currentVersionId: oldVersionId } = await this.aDeck();
    const detail = await this.#uploaded(
      `/api/decks/${id}/versions`,
      anUpload(await this.aPackage('Quarterly figures, corrected')),
    );
    return { ...detail, oldVersionId };
  }

  /** A deck whose first version has pictures. */
  async aRenderedDeck(): Promise<DeckDetail & { oldVersionId: string }> {
    const deck = await this.aReplacedDeck();
    await this.render(deck.oldVersionId);
    return deck;
  }

  /** Gives a version pictures, as a renderer would make them. Their bytes are the first ones of the package. */
  async render(versionId: string): Promise<void> {
    const { sql } = this.lectern.database;
    await sql`update render_jobs set state = 'done', holder = null, lease_until = null, blob_key = (select blob_key from versions where id = version_id)
      where version_id = ${versionId}`;
    await sql`
      insert into rendered_slides (version_id, position, slide_index, "inner", title, steps, width, height, "offset", size_bytes)
      values (${versionId}, 0, 0, 0, 'Opening', 0, 640, 360, 0, 100), (${versionId}, 1, 0, 1, 'Agenda', 3, 640, 360, 100, 120),
        (${versionId}, 2, 1, null, 'Numbers', null, null, null, null, null)`;
  }

  /** A deck with two rendered versions, whose first slides differ. */
  async aComparedDeck(): Promise<DeckDetail & { oldVersionId: string }> {
    const deck = await this.aReplacedDeck();
    const { sql } = this.lectern.database;
    await sql`
      insert into rendered_slides (version_id, position, slide_index, title, content, miniature, steps, width, height, "offset", size_bytes)
      select id, 0, 0, 'Opening', case number when 1 then 'Figures of spring' else 'Figures of summer' end,
        decode(repeat(case number when 1 then 'ff' else 'cc' end, 288) || repeat('ff', 288), 'hex'), 0, 640, 360, 0, 100
      from versions where deck_id = ${deck.id}
      union all
      select id, 1, 1, 'Numbers', 'Sales', decode(repeat('ff', 576), 'hex'), 0, 640, 360, 100, 100 from versions where deck_id = ${deck.id}`;
    return deck;
  }

  /** An export that the actor has asked for and that is done, as a renderer would make it. Its file is a package. */
  async anExport(): Promise<{ id: string; exportId: string }> {
    const { id, currentVersionId } = await this.aDeckToLookAt();
    const { database, dataDir } = this.lectern;
    const [exportId, blobKey, bytes] = [randomUUID(), newBlobKey(), await this.aPackage()];
    await writeFile(new DiskLayout(path.join(dataDir, 'blobs')).pathOf(blobKey), bytes);
    const { sql } = database;
    await sql`
      insert into exports (id, version_id, user_id, options, slides_done, slides_total, size_bytes, expires_at)
      values (${exportId}, ${currentVersionId}, ${this.actor.id}, '{"format":"png","steps":"last"}', 2, 2, ${bytes.length}, now() + interval '1 day')`;
    await sql`
      insert into render_jobs (id, version_id, kind, export_id, priority, state, blob_key)
      values (${randomUUID()}, ${currentVersionId}, 'export', ${exportId}, 2, 'done', ${blobKey})`;
    return { id, exportId };
  }

  /** A link to a deck, and the token in its address. */
  async aLink(
    wish: object = {},
    deck?: { readonly id: string },
  ): Promise<{ id: string; linkId: string; url: string; token: string }> {
    const { id } = deck ?? (await this.aDeckToLookAt());
    const { lectern } = this;
    // Callers of all kinds ask for the links of one deck.
    await lectern.database.sql`delete from links where deck_id = ${id} and name = 'An old one'`;
    const made = await lectern.as(this.owner).post(`/api/decks/${id}/links`, { name: 'An old one', ...wish });
    const { id: linkId, url } = linkSchema.parse(this.#expectOk(made).body);
    return { id, linkId, url, token: url.slice(url.lastIndexOf('/') + 1) };
  }

  /** A visit through a link to a deck, which has seen one slide. */
  async aVisit(deck?: { readonly id: string }): Promise<{ id: string; linkId: string; token: string; visitId: string }> {
    const link = await this.aLink({}, deck);
    const api = this.lectern.as(null);
    const wish = { name: 'Grace', referrer: 'https://intranet.example/start' };
    const { visitId } = newVisitSchema.parse(this.#expectOk(await api.post(`/api/shared/${link.token}/visits`, wish)).body);
    const slides = [{ index: 0, milliseconds: 4200 }];
    this.#expectOk(await api.post(`/api/shared/${link.token}/visits/${visitId}`, { slides }));
    return { ...link, visitId };
  }

  /** A deck in the trash, with a note and an annotation. */
  async aTrashedDeck(): Promise<DeckDetail> {
    const deck = await this.aDeckWithNotes();
    this.#expectOk(await this.lectern.as(this.owner).delete(`/api/decks/${deck.id}`));
    return deck;
  }

  /** An empty collection of the deck's owner, as visible as their decks. */
  async aCollection(name = 'Figures'): Promise<Collection> {
    const wish = { name, visibility: this.visibility };
    return collectionSchema.parse(this.#expectOk(await this.lectern.as(this.owner).post('/api/collections', wish)).body);
  }

  /** The token of a link with which a new user can set a password. */
  async aResetToken(): Promise<string> {
    const [admin, user] = [await this.lectern.aUser({ role: 'admin' }), await this.lectern.aUser()];
    await this.lectern.aPasswordOf(user);
    return aResetLink(this.lectern, admin, user.id).then(({ token }) => token);
  }

  /** A sign-in of a new user that waits for its second step, and the secret of the user's authenticator app. */
  async aPendingSignIn(): Promise<{ cookie: string; secret: string }> {
    const user = await aGuardedUser(this.lectern);
    return { cookie: await aPendingSignIn(this.lectern, user), secret: user.secret };
  }

  /** Gives the actor an authenticator app, however long ago they have signed in. Its codes are not known. */
  async anApp(): Promise<void> {
    const { sql } = this.lectern.database;
    await sql`insert into authenticator_apps (user_id, secret, confirmed_at) values (${this.actor.id}, 'unknown', now())
      on conflict (user_id) do update set secret = excluded.secret, confirmed_at = excluded.confirmed_at`;
    await sql`update users set two_factor_since = now() where id = ${this.actor.id}`;
  }

  /** Takes the authenticator app from the actor. */
  async noApp(): Promise<void> {
    const { sql } = this.lectern.database;
    await sql`delete from authenticator_apps where user_id = ${this.actor.id}`;
    await sql`update users set two_factor_since = null where id = ${this.actor.id}`;
  }

  /** Adds a passkey with an empty public key to the actor's account. It cannot be used to sign in. Returns its id. */
  async aPasskey(): Promise<string> {
    const id = randomUUID();
    const { sql } = this.lectern.database;
    await sql`insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
      values (${id}, ${this.actor.id}, ${id}, '', 0, false, 'Laptop')`;
    await sql`update users set two_factor_since = now() where id = ${this.actor.id}`;
    return id;
  }

  /** A browser that the actor trusts. Returns its id. */
  async aTrustedDevice(): Promise<string> {
    const id = randomUUID();
    await this.lectern.database.sql`insert into trusted_devices (id, user_id, token_hash, user_agent, expires_at)
      values (${id}, ${this.actor.id}, ${id}, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', now() + interval '30 days')`;
    return id;
  }

  anInvite(wish: { email?: string } = {}): Promise<{ id: string; token: string }> {
    return anInvite(this.lectern, wish);
  }

  /** A user with the password `PASSWORD`. */
  aMember(email: string): Promise<{ email: string; cookie: string }> {
    return aMember(this.lectern, email);
  }

  /** Creates an API key of the user `whose`. */
  async aKey(whose: TestUser = this.actor, access: KeyAccess = 'full'): Promise<z.infer<typeof newApiKeySchema>> {
    const { body } = this.#expectOk(await this.lectern.as(whose).post('/api/keys', { name: 'A script', access }));
    return newApiKeySchema.parse(body);
  }

  #expectOk(answer: Answer): Answer {
    if (answer.status >= 300) throw new Error(`could not set the scene: ${answer.status} ${this.lectern.explain(answer)}`);
    return answer;
  }

  async #uploaded(address: string, form: ReturnType<typeof anUpload>): Promise<DeckDetail> {
    const { body } = this.#expectOk(await this.lectern.as(this.owner).send('POST', address, form));
    return deckDetailSchema.parse(body);
  }
}

function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= make());
}
