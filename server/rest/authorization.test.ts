import { beforeAll, describe, expect, it } from 'vitest';
import { MAIL_SETTINGS } from './testing/provocations.ts';
import { openApiDocument, operations } from '#server/rest/openapi/document.ts';
import { operationIdOf } from '#server/rest/openapi/procedure-operations.ts';
import { restProcedures } from '#server/rest/procedures.ts';
import { questionOf } from '#server/rest/testing/ask.ts';
import { type Caller, CALLERS, type CallerName, someOfEach } from '#server/rest/testing/callers.ts';
import { SAMPLE_REQUESTS } from '#server/rest/testing/sample-requests.ts';
import { callOf, sampleRequestOf, inputOf, type ProcedureFacts, procedures } from '#server/rest/testing/procedures.ts';
import { openStream } from '#server/testing/event-stream.ts';
import type { Answer, Question } from '#server/testing/exchange.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { ERROR_STATUS, isErrorCode } from '#shared/errors.ts';

type Verdict = 'ok' | 401 | 403 | 404;
type Rule = Readonly<Record<CallerName, Verdict>>;

const noCredentials = { anonymous: 401, disabled: 401, revokedKey: 401 } as const;
const allSignedIn = {
  otherUser: 'ok',
  reader: 'ok',
  owner: 'ok',
  admin: 'ok',
  readKey: 'ok',
  fullKey: 'ok',
  adminKey: 'ok',
} as const;
const noKeys = { readKey: 401, fullKey: 401, adminKey: 401 } as const;

const anyone: Rule = { ...allSignedIn, anonymous: 'ok', disabled: 'ok', revokedKey: 'ok' };
const signedIn: Rule = { ...noCredentials, ...allSignedIn };
const signedInToChange: Rule = { ...signedIn, readKey: 403 };
const readers: Rule = { ...signedIn, otherUser: 404 };
const editors: Rule = { ...readers, reader: 403 };
const readersToWrite: Rule = { ...readers, readKey: 403 };
const viewers: Rule = { ...readers, ...noKeys };
const changers: Rule = { ...readersToWrite, reader: 403 };
const changersAtABrowser: Rule = { ...changers, ...noKeys };
const atABrowser: Rule = { ...signedIn, ...noKeys };
const recoverers: Rule = { ...changers, reader: 404 };
/** The owner is the presenter of the talk. */
const presenters: Rule = { ...readersToWrite, reader: 403, admin: 403, adminKey: 403 };
const presentersAtABrowser: Rule = { ...presenters, ...noKeys };
/** None of the callers: these procedures accept only the cookie of a phone (`talks/remotes.test.ts`). */
const phones: Rule = {
  ...noCredentials,
  ...noKeys,
  otherUser: 401,
  reader: 401,
  owner: 401,
  admin: 401,
};
const admins: Rule = { ...atABrowser, otherUser: 403, reader: 403, owner: 403 };

/** Every procedure by its name and every other operation by its id. The test fails if a new one has no row. */
const ROWS: Readonly<Record<string, Rule>> = {
  'decks.list': signedIn,
  'decks.get': readers,
  'decks.update': changers,
  'decks.delete': changers,
  'decks.transfer': changers,
  'decks.duplicate': readersToWrite,
  'decks.star': readersToWrite,
  'decks.unstar': readersToWrite,
  'collections.list': signedIn,
  // Collections are as visible as the decks.
  'collections.get': readers,
  'collections.create': signedInToChange,
  'collections.update': changers,
  'collections.delete': changers,
  'collections.add': readersToWrite,
  'collections.remove': readersToWrite,
  'members.list': signedIn,
  'trash.list': signedIn,
  'trash.settings': signedIn,
  'trash.restore': recoverers,
  'trash.purge': recoverers,
  'audiences.list': editors,
  'audiences.open': changers,
  'audiences.close': changers,
  'links.list': editors,
  'links.get': editors,
  'links.create': changers,
  'links.update': changers,
  'links.delete': changers,
  'visits.list': editors,
  'visits.now': editors,
  'visitSummary.get': editors,
  // The token of the link is the right.
  'shared.get': anyone,
  'shared.unlock': anyone,
  'shared.playback': anyone,
  'shared.notes': anyone,
  'shared.slides': anyone,
  'shared.embed': anyone,
  'sharedQuestions.list': anyone,
  'sharedQuestions.ask': anyone,
  'sharedQuestions.vote': anyone,
  'sharedReactions.send': anyone,
  'sharedVisits.start': anyone,
  'sharedVisits.report': anyone,
  'shares.list': readers,
  'shares.set': changers,
  // Of another user. Everyone may remove their own share (`sharing.test.ts`).
  'shares.delete': changers,
  'notes.list': readers,
  'notes.listHistory': readers,
  'notes.set': readersToWrite,
  'notes.delete': readersToWrite,
  'annotations.drawn': readers,
  'annotations.ink': readers,
  'annotations.set': readersToWrite,
  'annotations.delete': readersToWrite,
  'annotations.draw': readersToWrite,
  'openings.get': viewers,
  'openings.save': viewers,
  'openings.latest': atABrowser,
  'playback.open': readers,
  'playback.trust': viewers,
  'playback.setTrust': viewers,
  'playback.settle': changersAtABrowser,
  'versions.list': readers,
  'search.find': signedIn,
  'slideCopies.list': readers,
  'slides.list': readers,
  'rendering.get': readers,
  'exports.create': readersToWrite,
  // An export of the caller. Users see only their own (`exports.test.ts`).
  'exports.get': readers,
  'exports.cancel': readersToWrite,
  'versions.compare': readers,
  'versions.get': readers,
  'versions.changes': readers,
  'versions.restore': changers,
  'talks.list': readers,
  'talks.live': signedIn,
  'talks.get': readers,
  'talks.start': readersToWrite,
  'talks.move': presenters,
  'talks.changeClock': presenters,
  'talks.pointLaser': presenters,
  'talks.end': changers,
  'talks.handOver': presenters,
  'talks.update': presenters,
  'questions.list': readers,
  'questions.listTalks': editors,
  'questions.ask': readersToWrite,
  'questions.vote': readersToWrite,
  'questions.update': presenters,
  'reactions.send': readersToWrite,
  'talks.pair': presentersAtABrowser,
  'talks.remotes': presentersAtABrowser,
  'talks.confirmRemote': presentersAtABrowser,
  'talks.revokeRemote': presentersAtABrowser,
  'remotes.claim': anyone,
  'remotes.stream': phones,
  'remotes.command': phones,
  'invites.list': admins,
  'invites.create': admins,
  'invites.createSeveral': admins,
  'invites.delete': admins,
  'invites.inspect': anyone,
  'passwordResets.create': admins,
  'passwordResets.inspect': anyone,
  'users.list': admins,
  'users.update': admins,
  'users.delete': admins,
  'keys.list': atABrowser,
  'keys.create': atABrowser,
  'keys.delete': atABrowser,
  'account.rename': atABrowser,
  'me.get': signedIn,
  'ownAccount.remove': atABrowser,
  'audit.list': admins,
  'sessions.list': atABrowser,
  'methods.list': anyone,
  'methods.listOwn': atABrowser,
  'sessions.end': atABrowser,
  'sessions.endOther': atABrowser,
  'twoFactor.get': atABrowser,
  'twoFactor.reset': admins,
  'authenticatorApps.begin': atABrowser,
  'authenticatorApps.confirm': atABrowser,
  'authenticatorApps.remove': atABrowser,
  'passkeys.list': atABrowser,
  'passkeys.begin': atABrowser,
  'passkeys.add': atABrowser,
  'passkeys.remove': atABrowser,
  'recoveryCodes.renew': atABrowser,
  'trustedDevices.end': atABrowser,
  // The stream reports a deck that the user may not see as lost (`live/access.test.ts`).
  'live.watch': signedIn,
  'live.draw': readersToWrite,
  'live.look': readersToWrite,
  'health.get': anyone,
  'health.renderer': admins,
  'system.get': admins,

  createDeck: signedInToChange,
  createVersion: changers,
  listAnnotations: readers,
  downloadDeck: readers,
  downloadShared: anyone,
  getSharedThumbnail: anyone,
  getSharedPicture: anyone,
  listSharedAnnotations: anyone,
  downloadDecks: readers,
  watchShared: anyone,
  downloadVersion: readers,
  getThumbnail: readers,
  getSlidePicture: readers,
  downloadExport: readers,
  exportNotes: readers,
  exportDrawing: readers,
  signIn: anyone,
  takeSecondStep: anyone,
  requestPasskey: anyone,
  signInWithPasskey: anyone,
  signUp: anyone,
  changePassword: atABrowser,
  signOut: atABrowser,
  requestPasswordReset: anyone,
  downloadOwnData: atABrowser,
  resetPassword: anyone,
  getSession: anyone,
  getHealth: anyone,
  getLiveness: anyone,
  getOpenApi: anyone,
  getDocs: anyone,
  getGuide: anyone,
};

const lectern = await aLectern({ TRUST_PROXY: '1', ...MAIL_SETTINGS }, { renderer: 'starting' });
let callers: Record<CallerName, Caller>;
beforeAll(async () => {
  callers = await someOfEach(lectern);
});

const nameOf = new Map(restProcedures().map(({ name }) => [operationIdOf(name), name]));
const raw = operations().filter(({ operationId }) => !nameOf.has(operationId));

it('there is one row for every procedure and raw operation, and no other row', () => {
  const names = [...procedures().map(({ name }) => name), ...raw.map(({ operationId }) => operationId)];
  expect(Object.keys(ROWS).toSorted()).toEqual(names.toSorted());
});

/** Extra credentials for requests that end sessions: signing out, and in or up, which replace the session, get their own one; changing the password, taking an archive and removing the account get their own user. */
async function sacrificeOf(path: string, { scene, headers }: Caller): Promise<{ cookie?: string }> {
  if (headers['cookie'] !== scene.actor.cookie) return {};
  if (/\/sign-(out$|in\/|up\/)/.test(path)) return { cookie: (await lectern.aSessionOf(scene.actor)).cookie };
  if (!/\/(change-password|me\/(archive|remove)|ownAccount\.remove)$/.test(path)) return {};
  const twin = await lectern.aUser();
  await lectern.aPasswordOf(twin);
  return { cookie: twin.cookie };
}

async function sent(question: Question, caller: Caller): Promise<Answer> {
  const headers = { ...caller.headers, ...(await sacrificeOf(question.path, caller)) };
  // A request may need a cookie of its own, besides the one of the caller.
  const cookies = [question.headers?.['cookie'], headers['cookie']].filter((cookie) => cookie !== undefined);
  return lectern.send({
    ...question,
    headers: { ...question.headers, ...headers, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) },
  });
}

async function called(procedure: ProcedureFacts, input: unknown, caller: Caller): Promise<number | string> {
  return verdictOf(await sent(callOf(procedure, input), caller));
}

/** The status in the first event of a stream. The HTTP status is always 200. */
async function watched(name: string, input: unknown, { headers }: Caller): Promise<number | string> {
  await using stream = await openStream(lectern.address, name, { headers, input });
  const first = await stream.next();
  if (first?.event !== 'serialized-error') return 'ok';
  const { code } = (first.data as { data: { code: string } }).data;
  return isErrorCode(code) ? ERROR_STATUS[code] : code;
}

const verdictOf = ({ status }: Answer): number | 'ok' => (status < 400 ? 'ok' : status);

describe.each(operations().map((operation) => [operation.operationId, operation] as const))('%s', (operationId, operation) => {
  const rule = ROWS[nameOf.get(operationId) ?? operationId];

  it.each(CALLERS)('requested by %s', async (name) => {
    const caller = callers[name];
    const ask = await SAMPLE_REQUESTS[operationId]?.(caller.scene);
    const answer = await sent(questionOf(operation, ask ?? {}), caller);
    expect(verdictOf(answer), answer.text).toBe(rule?.[name]);
  });
});

describe.each(procedures().map((procedure) => [procedure.name, procedure] as const))(
  'the procedure %s',
  (procedureName, procedure) => {
    it.each(CALLERS)('called by %s', async (name) => {
      const caller = callers[name];
      const input = inputOf(await sampleRequestOf(procedure)(caller.scene));
      const verdict =
        procedure.type === 'subscription' ? await watched(procedureName, input, caller) : await called(procedure, input, caller);
      expect(verdict).toBe(ROWS[procedureName]?.[name]);
    });
  },
);

it('the document says who may call each operation', () => {
  const { paths } = openApiDocument('1.0.0');
  for (const { operationId, path, method } of operations()) {
    const rule = ROWS[nameOf.get(operationId) ?? operationId];
    const schemes = paths?.[path]?.[method]?.security?.flatMap((each) => Object.keys(each));
    const expected = rule?.anonymous === 'ok' ? [] : rule?.adminKey === 401 ? ['session'] : ['session', 'key'];
    expect([operationId, schemes]).toEqual([operationId, expected]);
  }
});
