import type { PendingQuery, Row, Sql } from 'postgres';
import { randomBytes, randomUUID } from 'node:crypto';
import { RendererUnavailableError } from 'deck-renderer';
import type { OperationFacts } from '#server/rest/openapi/operation.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { INSTANCES } from '#server/db/testing/instances.ts';
import { aSlowUpload, type SlowUpload } from '#server/packages/testing/slow-upload.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { TestRenderer } from '#server/rendering/testing/renderers.ts';
import type { Answer } from '#server/testing/exchange.ts';
import { aForm, anUpload } from '#server/testing/forms.ts';
import { startLectern } from '#server/testing/lectern.ts';
import { SoftPasskey } from '#server/testing/passkeys.ts';
import { aGuardedUser, anApp } from '#server/testing/second-factors.ts';
import { aBadPackage } from '#server/testing/packages.ts';
import { insertBareDecks } from '#server/testing/bare-decks.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { exportSchema } from '#shared/exports.ts';
import {
  COLLECTION_DECKS_MAX,
  DOWNLOAD_MAX_BYTES,
  COLLECTIONS_MAX,
  STARS_MAX,
  DECK_DRAWINGS_MAX_BYTES,
  DECK_PEOPLE_MAX,
  DECK_NOTES_MAX_BYTES,
  DECKS_MAX,
  EXPORTS_UNDER_WAY_MAX,
  INVITES_UNUSED_MAX,
  KEYS_MAX,
  LINKS_MAX,
  PASSKEYS_MAX,
  QUESTION_VOTES_MAX,
  QUESTIONS_OF_TALK_MAX,
  VERSIONS_MAX,
} from '#shared/limits.ts';
import { type Ask, questionOf } from './ask.ts';
import { aNewAddress, SAMPLE_REQUESTS } from './sample-requests.ts';
import { PASSWORD, Scene } from './scene.ts';

/** Sends a request for an operation that must fail with a certain error. */
type Provoke = (scene: Scene, operation: OperationFacts) => Promise<Answer>;

/** Sends the request as the scene's actor, unless the headers contain other credentials. */
export function ask({ lectern, actor }: Scene, operation: OperationFacts, { headers, ...rest }: Ask): Promise<Answer> {
  const identity = headers && ('authorization' in headers || 'cookie' in headers) ? {} : { cookie: actor.cookie };
  return lectern.send(
    questionOf(operation, { ...rest, headers: { 'x-forwarded-for': aClientAddress(), ...identity, ...headers } }),
  );
}

export async function goodAsk(scene: Scene, { operationId }: OperationFacts): Promise<Ask> {
  const sample = SAMPLE_REQUESTS[operationId];
  if (sample === undefined) throw new Error(`no request in sample-requests.ts asks for ${operationId}`);
  return sample(scene);
}

/** A valid request with one change. */
const changed =
  (change: (good: Ask, scene: Scene) => Ask | Promise<Ask>): Provoke =>
  async (scene, operation) =>
    ask(scene, operation, await change(await goodAsk(scene, operation), scene));

const withHeaders = (headers: Record<string, string>) =>
  changed((good) => ({ ...good, headers: { ...good.headers, ...headers } }));
const withPath = (path: Record<string, string | number>) => changed((good) => ({ ...good, path: { ...good.path, ...path } }));
const withJson = (json: Record<string, unknown>) => changed((good) => ({ ...good, json: { ...good.json, ...json } }));
const withFile = (file: () => Promise<Uint8Array> | Uint8Array) =>
  changed(async (good) => ({ ...good, raw: anUpload(await file()) }));
const withRaw = (type: string, body: string) =>
  changed(({ json: _, ...good }) => ({ ...good, raw: { headers: { 'content-type': type }, body } }));

const NOWHERE = 'nothing';

/** A valid request, sent after `fill` has reached a limit. */
const full = (fill: (scene: Scene, good: Ask) => Promise<unknown>): Provoke =>
  changed(async (good, scene) => {
    await fill(scene, good);
    return good;
  });
const filledSlides = (table: string, bytes: number) =>
  full(
    ({ lectern: { database } }, { path }) => database.sql`
      insert into ${database.sql(table)} (deck_id, slide_key, revision, updated_at, bytes)
      values (${String(path?.['id'])}, 'of an old version', 1, now(), ${bytes})`,
  );

/** Sends a valid request of a user who has as many decks as possible. */
async function withManyDecks(scene: Scene, operation: OperationFacts): Promise<Answer> {
  const { sql } = scene.lectern.database;
  const good = await goodAsk(scene, operation);
  await insertBareDecks(sql, scene.actor.id, DECKS_MAX);
  const answer = await ask(scene, operation, good);
  await sql`delete from decks where owner_id = ${scene.actor.id}`;
  return answer;
}

/** Sends a valid request after `fill` has inserted rows for `count` other decks, which are the rows of `filling`. */
const manyMoreDecks =
  (count: number, fill: (good: Ask, sql: Sql, scene: Scene) => PendingQuery<Row[]>): Provoke =>
  async (scene, operation) => {
    const { sql } = scene.lectern.database;
    const [good, other] = [await goodAsk(scene, operation), await scene.lectern.aUser()];
    await insertBareDecks(sql, other.id, count);
    await sql`with filling as (select id from decks where owner_id = ${other.id}) ${fill(good, sql, scene)}`;
    const answer = await ask(scene, operation, good);
    await sql`delete from decks where owner_id = ${other.id}`;
    return answer;
  };

/** As many questions in the talks of the owner as there can be. */
const fullTalks = full(
  ({ lectern: { database }, owner }) => database.sql`
    insert into talk_questions (id, talk_id, asker_hash, body, asked_at)
    select gen_random_uuid(), talks.id, n, 'x', now() from talks, generate_series(1, ${QUESTIONS_OF_TALK_MAX}) n where presenter_id = ${owner.id}`,
);
/** As many votes for each of them. */
const mostVotes = full(
  ({ lectern: { database }, owner }) => database.sql`
    update talk_questions set votes = ${QUESTION_VOTES_MAX} from talks where talks.id = talk_id and presenter_id = ${owner.id}`,
);
/** As many passkeys of the actor as there can be. */
const mostPasskeys = full(
  ({ lectern: { database }, actor }) => database.sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, is_synced, name)
    select gen_random_uuid(), ${actor.id}, gen_random_uuid(), '', 0, false, 'x' from generate_series(1, ${PASSKEYS_MAX})`,
);

/** Requests that lead to LIMIT_REACHED, by operation. */
const FILLED: Readonly<Record<string, Provoke>> = {
  createLink: full(
    ({ lectern: { database } }, { path }) => database.sql`
      insert into links (id, deck_id) select gen_random_uuid(), ${String(path?.['id'])} from generate_series(1, ${LINKS_MAX})`,
  ),
  createKey: full(
    ({ lectern: { database }, actor }) => database.sql`
      insert into api_keys (id, user_id, name, prefix, secret_hash, access)
      select gen_random_uuid(), ${actor.id}, 'One of many', 'lectern_', gen_random_uuid(), 'read' from generate_series(1, ${KEYS_MAX})`,
  ),
  createInvite: full(
    ({ lectern: { database }, actor }) => database.sql`
      insert into invites (id, token_hash, role, expires_at, created_by_id)
      select gen_random_uuid(), gen_random_uuid(), 'user', now() + interval '1 day', ${actor.id} from generate_series(1, ${INVITES_UNUSED_MAX})`,
  ),
  createSeveralInvite: full(
    ({ lectern: { database }, actor }) => database.sql`
      insert into invites (id, token_hash, role, expires_at, created_by_id)
      select gen_random_uuid(), gen_random_uuid(), 'user', now() + interval '1 day', ${actor.id} from generate_series(1, ${INVITES_UNUSED_MAX})`,
  ),
  createDeck: withManyDecks,
  duplicateDeck: withManyDecks,
  removeOwnAccount: async (scene, operation) => {
    const { sql } = scene.lectern.database;
    const [leaver, heir] = [await scene.lectern.aUser(), await scene.lectern.aUser()];
    await scene.lectern.aDeck({ owner: leaver });
    await insertBareDecks(sql, heir.id, DECKS_MAX);
    const answer = await ask(scene, operation, { json: { decksTo: heir.id }, headers: { cookie: leaver.cookie } });
    await sql`delete from decks where owner_id = ${heir.id}`;
    return answer;
  },
  transferDeck: async (scene, operation) => {
    const heir = await scene.lectern.aUser();
    await insertBareDecks(scene.lectern.database.sql, heir.id, DECKS_MAX);
    const answer = await ask(scene, operation, { ...(await goodAsk(scene, operation)), json: { userId: heir.id } });
    await scene.lectern.database.sql`delete from decks where owner_id = ${heir.id}`;
    return answer;
  },
  setShare: full(
    ({ lectern: { database } }, { path }) => database.sql`
      with people as (
        insert into users (id, name, email) select id, 'x', id || '@example.com'
        from (select gen_random_uuid() as id from generate_series(1, ${DECK_PEOPLE_MAX})) returning id
      )
      insert into deck_people (deck_id, user_id, access) select ${String(path?.['id'])}, id, 'read' from people`,
  ),
  createCollection: full(
    ({ lectern: { database }, actor }) => database.sql`
      insert into collections (id, owner_id, name, visibility)
      select gen_random_uuid(), ${actor.id}, 'One of many', 'private' from generate_series(1, ${COLLECTIONS_MAX})`,
  ),
  addCollection: manyMoreDecks(
    COLLECTION_DECKS_MAX,
    ({ path }, sql) => sql`insert into collection_decks (collection_id, deck_id) select ${String(path?.['id'])}, id from filling`,
  ),
  starDeck: manyMoreDecks(
    STARS_MAX,
    (_, sql, { actor }) => sql`insert into deck_stars (user_id, deck_id) select ${actor.id}, id from filling`,
  ),
  downloadDecks: full(
    ({ lectern: { database } }, { query }) => database.sql`
      update versions set size_bytes = ${DOWNLOAD_MAX_BYTES} where deck_id = any(string_to_array(${String(query?.['ids'])}, ','))`,
  ),
  createVersion: full(
    ({ lectern: { database } }, { path }) =>
      database.sql`update versions set number = ${VERSIONS_MAX} where deck_id = ${String(path?.['id'])}`,
  ),
  createExport: changed(async (good, { lectern, actor }) => {
    for (let count = 0; count < EXPORTS_UNDER_WAY_MAX; count += 1)
      await lectern.as(actor).post(`/api/decks/${good.path?.['id']}/exports`, { format: 'png' });
    return good;
  }),
  askQuestion: fullTalks,
  askSharedQuestion: fullTalks,
  voteQuestion: mostVotes,
  voteSharedQuestion: mostVotes,
  beginPasskey: mostPasskeys,
  addPasskey: mostPasskeys,
  setNote: filledSlides('notes', DECK_NOTES_MAX_BYTES),
  setAnnotation: filledSlides('annotations', DECK_DRAWINGS_MAX_BYTES),
  drawAnnotation: filledSlides('annotations', DECK_DRAWINGS_MAX_BYTES),
};

/** Operations that count attempts to confirm a password. */
const WITH_PASSWORD = new Set([
  'createKey',
  'removeOwnAccount',
  'beginAuthenticatorApp',
  'removeAuthenticatorApp',
  'renewRecoveryCodes',
  'beginPasskey',
  'removePasskey',
]);

/** Operations on links of a deck that only people with the right to edit it may call. */
const OF_EDITORS = new Set(['listLinks', 'listVisits', 'getVisitSummary', 'listQuestionTalks']);

export const PROVOCATIONS: Partial<Record<ErrorCode, Provoke>> = {
  VALIDATION_FAILED: (scene, operation) => outOfRule(operation)(scene, operation),
  MALFORMED_JSON: withRaw('application/json', '{"body":'),
  FILE_REQUIRED: changed((good) => ({ ...good, raw: aForm({ name: 'title', content: 'Only a title' }) })),
  USER_MISMATCH: withHeaders({ 'lectern-user': 'someone-else' }),
  UNAUTHENTICATED: withHeaders({ cookie: 'lectern_session=nobody' }),
  INVALID_CREDENTIALS: async (scene, operation) => {
    const provoke = withJson({ password: 'not the password', currentPassword: 'not the password' });
    return operation.access === 'session' || operation.access === 'account'
      ? signedInLongAgo(scene, operation, provoke)
      : provoke(scene, operation);
  },
  REAUTHENTICATION_REQUIRED: (scene, operation) =>
    signedInLongAgo(
      scene,
      operation,
      changed((good) => good),
    ),
  FORBIDDEN: async (scene, operation) => {
    const { cookie } = await scene.lectern.aUser();
    if (['listTrash', 'listCollections'].includes(operation.operationId))
      return ask(scene, operation, { query: { owner: 'all' }, headers: { cookie } });
    if (operation.operationId === 'signIn')
      return ask(scene, operation, { json: { email: 'ada@example.com', password: 'correct horse battery' } });
    // The server has no passwords, so it has no options for passkeys.
    if (operation.operationId.includes('Passkey')) return ask(scene, operation, { json: { ...aCredential(operation) } });
    // Decks of scenes are visible to the team.
    if (operation.operationId.endsWith('Link') || OF_EDITORS.has(operation.operationId))
      return withHeaders({ cookie })(scene, operation);
    // The talk takes nothing.
    if (/Shared(Question|Reaction)/.test(operation.operationId)) {
      return changed(async (good, { lectern: { database }, owner }) => {
        await database.sql`update talks set takes_questions = false, takes_reactions = false where presenter_id = ${owner.id}`;
        return good;
      })(scene, operation);
    }
    if (operation.operationId.includes('Shared')) {
      const { path } = await goodAsk(scene, operation);
      const { sql } = scene.lectern.database;
      await sql`update links set show_notes = false, show_drawings = false, allow_download = false
        from decks where decks.id = deck_id and owner_id = ${scene.owner.id}`;
      return ask(scene, operation, { ...(path && { path }) });
    }
    return withHeaders(await weakProof(scene, operation))(scene, operation);
  },
  CROSS_ORIGIN: withHeaders({ origin: 'https://elsewhere.example' }),
  INVITE_REQUIRED: withJson({ inviteToken: 'used-or-unknown' }),
  RESET_LINK_INVALID: withJson({ token: 'used-or-unknown' }),
  TWO_FACTOR_REQUIRED: async (scene, operation) => {
    const { email } = await aGuardedUser(scene.lectern);
    return ask(scene, operation, { json: { email, password: PASSWORD } });
  },
  SIGN_IN_EXPIRED: withHeaders({ cookie: 'lectern_sign_in=unknown' }),
  WRONG_CODE: withJson({ code: 'none' }),
  PASSKEY_REFUSED: (scene, operation) => ask(scene, operation, { json: { ...aCredential(operation) } }),
  // The server of this request requires a second factor of everyone.
  TWO_FACTOR_SETUP_REQUIRED: (scene, operation) => {
    const parameters = Object.keys(operation.pathParameters?.shape ?? {});
    return ask(scene, operation, { path: Object.fromEntries(parameters.map((name) => [name, NOWHERE])) });
  },
  DEVICE_NOT_FOUND: withPath({ id: NOWHERE }),
  TWO_FACTOR_NOT_FOUND: changed(async (good, { lectern, actor }) => {
    await lectern.database.sql`delete from authenticator_apps where user_id = ${actor.id}`;
    await lectern.database.sql`delete from passkeys where user_id = ${actor.id}`;
    await lectern.database.sql`update users set two_factor_since = null where id = ${actor.id}`;
    return good;
  }),
  APP_EXISTS: changed(async (good, { lectern, actor }) => {
    await anApp(lectern, actor);
    return good;
  }),
  DECK_NOT_FOUND: changed((good) => ({
    ...good,
    ...(good.query && 'q' in good.query && { query: { ...good.query, deckId: NOWHERE } }),
    ...(good.query && 'ids' in good.query && { query: { ids: `${good.query['ids']},${NOWHERE}` } }),
    path: { ...good.path, [good.path && 'deckId' in good.path ? 'deckId' : 'id']: NOWHERE },
  })),
  VERSION_NOT_FOUND: changed((good) => {
    if (good.path && 'versionId' in good.path) return { ...good, path: { ...good.path, versionId: NOWHERE } };
    if (good.json) return { ...good, json: { ...good.json, versionId: NOWHERE } };
    return { ...good, query: good.query && 'from' in good.query ? { ...good.query, from: NOWHERE } : { versionId: NOWHERE } };
  }),
  EXPORT_NOT_FOUND: withPath({ exportId: NOWHERE }),
  COLLECTION_NOT_FOUND: changed((good) =>
    good.query ? { ...good, query: { ...good.query, collection: NOWHERE } } : { ...good, path: { ...good.path, id: NOWHERE } },
  ),
  // The export waits.
  EXPORT_NOT_READY: changed(async (_, { lectern, actor }) => {
    const { id } = await lectern.aDeck({ owner: actor });
    const { body } = await lectern.as(actor).post(`/api/decks/${id}/exports`, { format: 'png' });
    return { path: { id, exportId: exportSchema.parse(body).id } };
  }),
  // The server of this request has none.
  NO_RENDERER: changed((good) => good),
  PASSWORD_REQUIRED: changed(async (good, { lectern, owner }) => {
    await aPasswordForAll(lectern, owner.id);
    return good;
  }),
  WRONG_PASSWORD: changed(async (good, { lectern, owner }) => {
    await aPasswordForAll(lectern, owner.id);
    return { ...good, json: { password: 'not this one' } };
  }),
  LINK_NOT_FOUND: changed((good) => ({
    ...good,
    ...(good.query?.['url'] && { query: { url: 'https://elsewhere.example/s/x' } }),
    ...(good.query?.['linkId'] && { query: { linkId: NOWHERE } }),
    path: { ...good.path, ...(good.path && 'token' in good.path ? { token: NOWHERE } : { linkId: NOWHERE }) },
  })),
  LINK_EXPIRED: changed(async (good, { lectern, owner }) => {
    await lectern.database.sql`update links set paused = true from decks where decks.id = deck_id and owner_id = ${owner.id}`;
    return good;
  }),
  NOT_IMPLEMENTED: changed((good) => ({ ...good, query: { ...good.query, format: 'xml' } })),
  SLIDE_NOT_FOUND: changed((good) =>
    good.json && 'slides' in good.json
      ? { ...good, json: { slides: [{ index: 2, milliseconds: 0 }] } }
      : { ...good, path: { ...good.path, slideIndex: 2 } },
  ),
  // A visit of another link, or a question of another talk.
  NOT_FOUND: changed(({ path, ...good }) => ({
    ...good,
    path: { ...path, [path && 'visitId' in path ? 'visitId' : 'questionId']: NOWHERE },
  })),
  TALK_NOT_FOUND: changed(async (good, { lectern: { database }, owner }) => {
    if (good.path && 'talkId' in good.path) return { ...good, path: { ...good.path, talkId: NOWHERE } };
    await database.sql`update talks set ended_at = now() where presenter_id = ${owner.id}`;
    return good;
  }),
  INVITE_NOT_FOUND: withPath({ id: NOWHERE }),
  USER_NOT_FOUND: changed((good) => {
    if (good.json && 'userId' in good.json) return { ...good, json: { userId: NOWHERE } };
    if (good.json && 'decksTo' in good.json) return { ...good, json: { decksTo: NOWHERE } };
    const name = good.path && 'userId' in good.path ? 'userId' : 'id';
    return { ...good, path: { ...good.path, [name]: NOWHERE } };
  }),
  KEY_NOT_FOUND: withPath({ id: NOWHERE }),
  SESSION_NOT_FOUND: withPath({ id: NOWHERE }),
  // The renderer has not found so many slides in the first document.
  PICTURE_NOT_FOUND: changed(({ query, ...good }) => ({ ...good, query: { ...query, inner: '9' } })),
  PICTURE_NOT_READY: async (_, operation) => {
    const away = new TestRenderer(() => {
      throw new RendererUnavailableError('Its browser is being updated.');
    });
    await using lectern = await startLectern(SETTINGS, { renderer: away });
    const scene = new Scene(lectern, { owner: await lectern.aUser() });
    const good = await goodAsk(scene, operation);
    return await ask(scene, operation, { ...good, query: { ...good.query, width: '1920' } });
  },
  THUMBNAIL_NOT_FOUND: changed(async (good, scene) => {
    const deck = await scene.lectern.aDeck({ owner: scene.owner });
    const { token } = await scene.aLink({}, deck);
    return { path: good.path && 'token' in good.path ? { token } : { id: deck.id } };
  }),
  NOT_ACCEPTABLE: withHeaders({ accept: 'image/png' }),
  EMAIL_TAKEN: changed(async (good, scene) => ({
    json: { ...good.json, email: (await scene.aMember(aNewAddress())).email },
  })),
  INVITE_USED: changed(async (_, scene) => ({ path: { id: await aUsedInvite(scene) } })),
  LIMIT_REACHED: (scene, operation) => {
    const fill = FILLED[operation.operationId];
    if (fill === undefined) throw new Error(`nothing in provocations.ts fills what ${operation.operationId} adds to`);
    return fill(scene, operation);
  },
  VERSION_CHANGED: changed((good) =>
    good.query ? { ...good, query: { versionId: NOWHERE } } : { ...good, json: { ...good.json, versionId: NOWHERE } },
  ),
  // The slide has an annotation of another program.
  FOREIGN_ANNOTATION: changed(async (good, scene) => ({
    ...good,
    path: { ...good.path, id: (await scene.aDeckWithNotes()).id },
    ...(good.json && { json: { add: [], erase: [] } }),
  })),
  IDEMPOTENCY_MISMATCH: changed(async (good, scene) => {
    const headers = { 'idempotency-key': randomBytes(8).toString('hex') };
    const path = good.path ? `/api/decks/${good.path['id']}/versions` : '/api/decks';
    const form = anUpload(await scene.aPackage('The first'));
    await scene.lectern.as(scene.actor).send('POST', path, { ...form, headers: { ...form.headers, ...headers } });
    return { ...good, headers };
  }),
  PRECONDITION_FAILED: withHeaders({ 'if-match': '"7"' }),
  UPLOAD_TOO_LARGE: withFile(() => new Uint8Array(UPLOAD_MAX_BYTES + 1)),
  PAYLOAD_TOO_LARGE: withRaw('application/json', `{"body":"${'x'.repeat(600 * 1024)}"}`),
  UNSUPPORTED_MEDIA_TYPE: (scene, operation) =>
    // Takes JSON as `text/plain`, too.
    withRaw(operation.operationId === 'reportSharedVisit' ? 'application/xml' : 'text/plain', 'hello')(scene, operation),
  RANGE_NOT_SATISFIABLE: withHeaders({ range: 'bytes=999999999-' }),
  INVALID_PACKAGE: withFile(() => Buffer.from('this is no package')),
  INVALID_MANIFEST: withFile(() => aBadPackage((manifest) => ({ ...manifest, title: '' }))),
  UNSAFE_PATH: withFile(() => aBadPackage((manifest) => manifest, { files: { '../outside.html': 'x' } })),
  RATE_LIMITED: async (scene, operation) => {
    const isUpload = operation.body?.type === 'multipart/form-data' || operation.operationId === 'duplicateDeck';
    if (isUpload) return tooManyUploads(scene, operation);
    if (operation.operationId === 'unlockShared') return tooManyGuesses(scene, operation);
    const body = WITH_PASSWORD.has(operation.operationId) ? '{"name":"x","password":"x","decksTo":"nobody"}' : '{}';
    if (/SharedVisit$|Question$|Reaction$|^downloadOwnData$|^addPasskey$/.test(operation.operationId))
      return tooOften(scene, operation);
    const often = {
      path: { id: NOWHERE },
      raw: { headers: { 'content-type': 'application/json' }, body },
      headers: { 'x-forwarded-for': aClientAddress() },
    };
    for (let times = 0; times < 130; times += 1) {
      const answer = await ask(scene, operation, often);
      if (answer.status === 429) return answer;
    }
    throw new Error('nothing limits it');
  },
  // For uploads this is checked before anything else.
  STORAGE_FULL: async (scene, operation) => {
    if (operation.body?.type !== 'multipart/form-data') return tooMuchForOwner(scene, operation);
    return ask(scene, operation, { path: { id: NOWHERE }, raw: anUpload(await scene.aPackage()) });
  },
};

/** Gives all links of a user's decks a password that nobody knows. */
async function aPasswordForAll({ database: { sql } }: Scene['lectern'], ownerId: string): Promise<void> {
  const hash = await hashPassword(randomUUID());
  await sql`update links set password_hash = ${hash} from decks where decks.id = deck_id and owner_id = ${ownerId}`;
}

/** Asks to transfer, duplicate or export a deck that is larger than the quota of any user. */
async function tooMuchForOwner(scene: Scene, operation: OperationFacts): Promise<Answer> {
  const { lectern, owner } = scene;
  const { sql } = lectern.database;
  const id = randomUUID();
  await sql`insert into decks (id, owner_id, title, visibility, current_version_id, fingerprint, slide_count, has_thumbnail)
    values (${id}, ${owner.id}, 'Long films', 'private', ${id}, '', 1, false)`;
  await sql`insert into versions (id, deck_id, number, fingerprint, size_bytes, slide_count, has_thumbnail, blob_key)
    values (${id}, ${id}, 1, '', ${QUOTA_BYTES + 1}, 1, false, ${id})`;
  const heir = await lectern.aUser();
  const bodies: Readonly<Record<string, object>> = {
    duplicateDeck: {},
    createExport: { format: 'png' },
    removeOwnAccount: { decksTo: heir.id },
  };
  return ask(scene, operation, { path: { id }, json: { ...(bodies[operation.operationId] ?? { userId: heir.id }) } });
}

/** Starts ten uploads and sends one more, or a request that counts as one. */
async function tooManyUploads(scene: Scene, operation: OperationFacts): Promise<Answer> {
  const [good, bytes] = [await goodAsk(scene, operation), await scene.aPackage()];
  const slow: SlowUpload[] = [];
  // Each instance counts those that it receives.
  for (let count = 0; count < 10 * INSTANCES; count += 1)
    slow.push(await aSlowUpload(scene.lectern, bytes, { user: scene.actor }));
  const answer = await ask(scene, operation, good);
  for (const upload of slow) upload.leave();
  return answer;
}

/** Guesses at the password of a link. */
async function tooManyGuesses(scene: Scene, operation: OperationFacts): Promise<Answer> {
  const { path } = await goodAsk(scene, operation);
  await aPasswordForAll(scene.lectern, scene.owner.id);
  for (let guesses = 0; guesses < 20; guesses += 1) {
    const from = { 'x-forwarded-for': '192.0.2.77' };
    const answer = await ask(scene, operation, { ...(path && { path }), json: { password: `guess ${guesses}` }, headers: from });
    if (answer.status === 429) return answer;
  }
  throw new Error('nothing limits it');
}

/** Sends a valid request again and again, from one network. Several at once, so that all of them are within a minute on any machine. */
async function tooOften(scene: Scene, operation: OperationFacts): Promise<Answer> {
  const good = await goodAsk(scene, operation);
  const send = () => ask(scene, operation, { ...good, headers: { 'x-forwarded-for': '192.0.2.78' } });
  for (let times = 0; times < 31 * INSTANCES; times += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    const refused = answers.find(({ status }) => status === 429);
    if (refused !== undefined) return refused;
  }
  throw new Error('nothing limits it');
}

/** The settings of the servers that receive these requests. */
const UPLOAD_MAX_BYTES = 100_000;
const QUOTA_BYTES = 1_000_000_000;
/** The settings of a server that sends mail. Nothing listens there, so that none leaves. */
export const MAIL_SETTINGS = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'lectern@example.com' };
export const SETTINGS = { UPLOAD_MAX_BYTES: String(UPLOAD_MAX_BYTES), TRUST_PROXY: '1', ...MAIL_SETTINGS };
/** The settings of a server that requires a second factor of everyone. */
export const STRICT_SETTINGS = { ...SETTINGS, REQUIRE_TWO_FACTOR: 'all' };
/** The settings of a server that has no room left. */
export const FULL_SETTINGS = { ...SETTINGS, MIN_FREE_BYTES: '9000TB', USER_QUOTA_BYTES: String(QUOTA_BYTES) };

/** A passkey for an operation that takes one, which no server knows. */
function aCredential({ operationId }: OperationFacts): object {
  const challenge = 'unknown';
  const passkey = new SoftPasskey('http://localhost:3000');
  if (operationId !== 'addPasskey') return passkey.sign({ challenge, rpId: 'localhost' });
  return { name: 'Laptop', credential: passkey.create({ challenge, rp: { id: 'localhost' }, user: { id: '' } }) };
}

function outOfRule({ operationId, pathParameters, query, body }: OperationFacts): Provoke {
  const [name] = Object.keys(pathParameters?.shape ?? {});
  if (name !== undefined) return withPath({ [name]: 'x'.repeat(129) });
  if (query)
    return changed((good) => ({ ...good, query: { ...good.query, limit: '0', ids: ' '.repeat(10_000), maxwidth: '0' } }));
  if (body?.type === 'multipart/form-data')
    return changed(async (good, scene) => ({ ...good, raw: anUpload(await scene.aPackage(), { title: ' ' }) }));
  if (operationId === 'signUp') return withJson({ password: 'short' });
  if (operationId === 'takeSecondStep') return withJson({ method: 'guess' });
  return withJson({ name: 7, role: 7, email: 7, code: 7, password: 7, newPassword: 7, credential: 7 });
}

/** Credentials without the necessary rights: a key with read access or, for operations that refuse keys, a user who is no admin. */
async function weakProof(scene: Scene, { access }: OperationFacts): Promise<Record<string, string>> {
  if (access === 'admin') return { cookie: (await scene.lectern.aUser()).cookie };
  const { key } = await scene.aKey(scene.actor, 'read');
  return { authorization: `Bearer ${key}` };
}

/** Sends the request with a session that is hours old. */
async function signedInLongAgo(scene: Scene, operation: OperationFacts, provoke: Provoke): Promise<Answer> {
  const { sql } = scene.lectern.database;
  const setBack = (hours: number) =>
    sql`update sessions set created_at = now() - make_interval(hours => ${hours}) where id = ${scene.actor.sessionId}`;
  await setBack(2);
  const answer = await provoke(scene, operation);
  await setBack(0);
  return answer;
}

async function aUsedInvite(scene: Scene): Promise<string> {
  const { id, token } = await scene.anInvite();
  await scene.lectern
    .as(null)
    .post(
      '/api/auth/sign-up/email',
      { email: aNewAddress(), password: PASSWORD, inviteToken: token },
      { 'x-forwarded-for': aClientAddress() },
    );
  return id;
}
