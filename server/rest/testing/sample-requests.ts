import { randomBytes } from 'node:crypto';
import { anUpload } from '#server/testing/forms.ts';
import type { Ask } from './ask.ts';
import { aPasskeyOf, aSoftPasskey, creationFor, signInOptions } from '#server/testing/passkeys.ts';
import { beginApp } from '#server/testing/second-factors.ts';
import { codeOf } from '#server/testing/totp.ts';
import { QUESTION_SAMPLE_REQUESTS } from './question-sample-requests.ts';
import { PASSWORD, type Scene } from './scene.ts';

/** Creates what an operation needs and returns a valid request for it. */
export type SampleRequest = (scene: Scene) => Ask | Promise<Ask>;

const nothing: SampleRequest = () => ({});
const look: SampleRequest = async (scene) => ({ path: { id: (await scene.aDeckToLookAt()).id } });
const lookAtOld: SampleRequest = async (scene) => {
  const { id, oldVersionId } = await scene.aReplacedDeckToLookAt();
  return { path: { id, versionId: oldVersionId } };
};
const deck: SampleRequest = async (scene) => ({ path: { id: (await scene.aDeckWithNotes()).id } });
const slide = async (scene: Scene, json?: Readonly<Record<string, unknown>>): Promise<Ask> => {
  const { id, currentVersionId } = await scene.aDeckWithNotes();
  const versionId = { versionId: currentVersionId };
  const rest = json === undefined ? { query: versionId } : { json: { ...json, ...versionId } };
  return { path: { id, slideIndex: 0 }, headers: { 'if-match': '"1"' }, ...rest };
};
const version: SampleRequest = async (scene) => {
  const { id, oldVersionId } = await scene.aReplacedDeck();
  return { path: { id, versionId: oldVersionId } };
};

const ofLink = ({ id, linkId }: { readonly id: string; readonly linkId: string }) => ({ id, linkId });
/** A visitor with a link that allows everything. */
const visit: SampleRequest = async (scene) => ({
  path: { token: (await scene.aLink({ allowDownload: true, showNotes: true, showDrawings: true })).token },
});

export const aNewAddress = () => `${randomBytes(6).toString('hex')}@example.com`;

/**
 * A valid request for every operation of the document. Tests that go through all operations fail if one is missing here. The bodies are
 * the examples of the document, which users can send from the reference page, so none of them gives a user more rights.
 */
export const SAMPLE_REQUESTS: Readonly<Record<string, SampleRequest>> = {
  listDecks: async (scene) => {
    const [{ id: deckId }, { id: collection }] = [await scene.aDeck(), await scene.aCollection()];
    const { lectern, owner } = scene;
    await lectern.as(owner).put(`/api/collections/${collection}/decks/${deckId}`);
    // For the plans of the list of a collection, and of the decks of a person.
    await lectern.as(scene.actor).get(`/api/decks?collection=${collection}`);
    await lectern.as(scene.actor).get(`/api/decks?ownerId=${owner.id}`);
    return { query: { query: 'figures', owner: 'me', updatedSince: '2020-01-01T00:00:00Z', sort: 'title', limit: '2' } };
  },
  createDeck: async (scene) => ({
    raw: anUpload(await scene.aPackage(), { title: 'Figures of the year', visibility: 'team' }),
    headers: { 'idempotency-key': randomBytes(8).toString('hex') },
  }),
  getDeck: look,
  updateDeck: async (scene) => ({ ...(await deck(scene)), json: { title: 'Figures, final', visibility: 'private' } }),
  duplicateDeck: async (scene) => ({ ...(await look(scene)), json: { title: 'Figures for the board' } }),
  deleteDeck: deck,
  starDeck: look,
  unstarDeck: async (scene) => {
    const ask = await look(scene);
    await scene.lectern.as(scene.actor).put(`/api/decks/${ask.path?.['id']}/star`);
    return ask;
  },
  listCollections: async (scene) => {
    // The first of the list, because collections of the same name are sorted by their random ids.
    await scene.aCollection('All hands');
    // For the plans of admins' lists.
    await scene.lectern.as(scene.actor).get('/api/collections?owner=all');
    return { query: { limit: '10' } };
  },
  getCollection: async (scene) => ({ path: { id: (await scene.aCollection()).id } }),
  createCollection: () => ({ json: { name: 'Board meetings', visibility: 'team' } }),
  updateCollection: async (scene) => ({
    path: { id: (await scene.aCollection()).id },
    json: { name: 'Board meetings of the year', visibility: 'private' },
  }),
  deleteCollection: async (scene) => ({ path: { id: (await scene.aCollection()).id } }),
  addCollection: async (scene) => ({ path: { id: (await scene.aCollection()).id, deckId: (await scene.aDeckToLookAt()).id } }),
  removeCollection: async (scene) => {
    const path = { id: (await scene.aCollection()).id, deckId: (await scene.aDeckToLookAt()).id };
    await scene.lectern.as(scene.owner).put(`/api/collections/${path.id}/decks/${path.deckId}`);
    return { path };
  },
  transferDeck: async (scene) => ({
    ...(await deck(scene)),
    json: { userId: (await scene.lectern.aUser()).id },
  }),
  listTrash: async (scene) => {
    await scene.aTrashedDeck();
    // For the plans of admins' lists.
    await scene.lectern.as(scene.actor).get('/api/trash?owner=all');
    return { query: { owner: 'me', limit: '10' } };
  },
  restoreTrash: async (scene) => ({ path: { deckId: (await scene.aTrashedDeck()).id } }),
  purgeTrash: async (scene) => ({ path: { deckId: (await scene.aTrashedDeck()).id } }),
  listMembers: (scene) => ({ query: { query: scene.actor.email, limit: '10' } }),
  listShares: look,
  setShare: async (scene) => ({
    path: { id: (await scene.aDeck()).id, userId: (await scene.lectern.aUser()).id },
    json: { access: 'edit' },
  }),
  deleteShare: async (scene) => ({ path: { id: (await scene.aDeck()).id, userId: (await scene.lectern.aUser()).id } }),
  listLinks: async (scene) => ({ path: { id: (await scene.aLink()).id }, query: { limit: '10' } }),
  getLink: async (scene) => ({ path: ofLink(await scene.aLink()) }),
  createLink: async (scene) => {
    const { id, currentVersionId } = await scene.aDeck();
    const wish = { name: 'For the board', expiresAt: '2099-12-31T22:00:00Z', versionId: currentVersionId, showNotes: true };
    return { path: { id }, json: wish };
  },
  updateLink: async (scene) => {
    const { id, currentVersionId: versionId } = await scene.aDeckToLookAt();
    return { path: ofLink(await scene.aLink({}, { id })), json: { allowDownload: true, versionId, expiresAt: null } };
  },
  deleteLink: async (scene) => ({ path: ofLink(await scene.aLink()) }),
  listVisits: async (scene) => ({ path: ofLink(await scene.aVisit()), query: { limit: '10' } }),
  getVisitSummary: async (scene) => {
    const { id, linkId } = await scene.aVisit();
    // For the plans of a summary of all links.
    await scene.lectern.as(scene.actor).get(`/api/decks/${id}/visits`);
    return { path: { id }, query: { linkId, from: new Date().toISOString().slice(0, 10) } };
  },
  startSharedVisit: async (scene) => ({
    ...(await visit(scene)),
    json: { referrer: 'https://intranet.example/start', name: 'Grace', email: 'grace@example.com' },
  }),
  reportSharedVisit: async (scene) => {
    const { token, visitId } = await scene.aVisit();
    return { path: { token, visitId }, json: { slides: [{ index: 1, milliseconds: 12_000 }] } };
  },
  ...QUESTION_SAMPLE_REQUESTS,
  getShared: visit,
  unlockShared: async (scene) => ({ ...(await visit(scene)), json: { password: 'open sesame' } }),
  playbackShared: visit,
  notesShared: visit,
  slidesShared: visit,
  downloadShared: visit,
  getSharedThumbnail: visit,
  getSharedPicture: async (scene) => {
    const { id, oldVersionId: versionId } = await scene.aRenderedDeckToLookAt();
    return { path: { token: (await scene.aLink({ versionId }, { id })).token, slideIndex: 0 }, query: { inner: '1' } };
  },
  listSharedAnnotations: visit,
  watchShared: async (scene) => ({ ...(await visit(scene)), query: { seconds: '1' } }),
  embedShared: async (scene) => {
    const { url } = await scene.aLink({ allowEmbedding: true });
    return { query: { url, format: 'json', maxwidth: '640', maxheight: '480' } };
  },
  downloadDeck: look,
  downloadDecks: async (scene) => ({ query: { ids: `${(await scene.aDeckToLookAt()).id},${(await scene.aDeck()).id}` } }),
  getThumbnail: look,
  findSearch: async (scene) => {
    const other = await scene.aDeck();
    // For the plan of searches in one deck.
    const { id } = await scene.aDeckToLookAt();
    for (const deckId of [other.id, id]) await scene.indexed(deckId);
    await scene.lectern.as(scene.actor).get(`/api/search?q=%22figures%22&deckId=${id}`);
    // For those with filters. Words in quotes are not replaced by similar ones.
    const { id: collection } = await scene.aCollection();
    const filters = `ownerId=${scene.owner.id}&collection=${collection}&updatedSince=2020-01-01T00:00:00Z&field=slide`;
    await scene.lectern.as(scene.actor).get(`/api/search?q=%22figures%22&${filters}`);
    // For those of several words.
    for (const q of ['%22growth+figures%22', 'growth+figures']) await scene.lectern.as(scene.actor).get(`/api/search?q=${q}`);
    return { query: { q: 'figures', limit: '5' } };
  },
  listSlideCopies: async (scene) => ({ path: { id: (await scene.aCopiedDeckToLookAt()).id, slideIndex: 0 } }),
  listSlides: async (scene) => {
    const { id, oldVersionId } = await scene.aRenderedDeckToLookAt();
    return { path: { id }, query: { versionId: oldVersionId } };
  },
  getRendering: async (scene) => {
    const { id, oldVersionId } = await scene.aRenderedDeckToLookAt();
    return { path: { id }, query: { versionId: oldVersionId } };
  },
  getSlidePicture: async (scene) => {
    const { id, oldVersionId } = await scene.aRenderedDeckToLookAt();
    return { path: { id, slideIndex: 0 }, query: { versionId: oldVersionId, inner: '1' } };
  },
  createExport: async (scene) => {
    // Several callers are the same user, who may have few exports under way.
    await scene.lectern.database.sql`delete from exports where user_id = ${scene.actor.id}`;
    return { ...(await look(scene)), json: { format: 'pdf', notes: 'below', paper: 'letter' } };
  },
  getExport: async (scene) => ({ path: await scene.anExport() }),
  cancelExport: async (scene) => ({ path: await scene.anExport() }),
  downloadExport: async (scene) => ({ path: await scene.anExport() }),
  openPlayback: async (scene) => {
    const { id, oldVersionId } = await scene.aReplacedDeckToLookAt();
    return { path: { id }, query: { versionId: oldVersionId } };
  },
  compareVersion: async (scene) => {
    const { id, oldVersionId, currentVersionId } = await scene.aComparedDeckToLookAt();
    return { path: { id }, query: { from: oldVersionId, to: currentVersionId } };
  },
  listVersions: async (scene) => ({ path: { id: (await scene.aReplacedDeckToLookAt()).id } }),
  createVersion: async (scene) => ({
    ...(await deck(scene)),
    raw: anUpload(await scene.aPackage('Corrected')),
    headers: { 'idempotency-key': 'once' },
  }),
  restoreVersion: version,
  downloadVersion: lookAtOld,
  listNotes: look,
  listNoteHistory: async (scene) => ({ path: { id: (await scene.aDeckToLookAt()).id, slideIndex: 0 } }),
  exportNotes: look,
  setNote: (scene) => slide(scene, { body: 'Welcome, and thank you for coming' }),
  deleteNote: (scene) => slide(scene),
  listAnnotations: look,
  setAnnotation: (scene) => slide(scene, { payload: { shapes: [{ kind: 'arrow', from: [10, 20], to: [30, 40.5] }] } }),
  deleteAnnotation: (scene) => slide(scene),
  drawAnnotation: async (scene) => {
    const { id, currentVersionId } = await scene.aDeck();
    const stroke = {
      id: 'first-stroke',
      tool: 'pen',
      color: '#d9542b',
      width: 6,
      points: [
        [120, 80, 0.5],
        [180.5, 96, 0.7],
      ],
    };
    return { path: { id, slideIndex: 0 }, json: { add: [stroke], erase: ['an-older-one'], versionId: currentVersionId } };
  },
  exportDrawing: async (scene) => ({ path: { id: (await scene.aDeck()).id, slideIndex: 0 }, query: { inner: '0' } }),
  signIn: async (scene) => ({ json: { email: (await scene.aMember(aNewAddress())).email, password: PASSWORD } }),
  takeSecondStep: async (scene) => {
    const { cookie, secret } = await scene.aPendingSignIn();
    return { json: { method: 'code', code: codeOf(secret, 1), trustDevice: true }, headers: { cookie } };
  },
  requestPasskey: nothing,
  signInWithPasskey: async ({ lectern }) => {
    const passkey = await aPasskeyOf(lectern, await lectern.aUser());
    return { json: { ...passkey.sign(await signInOptions(lectern)) } };
  },
  listPasskeys: async ({ lectern, actor }) => (await aPasskeyOf(lectern, actor), {}),
  beginPasskey: () => ({ json: {} }),
  addPasskey: async ({ lectern, actor }) => ({
    json: { name: 'Laptop', credential: aSoftPasskey(lectern).create(await creationFor(lectern, actor)) },
  }),
  removePasskey: async (scene) => ({ path: { id: await scene.aPasskey() }, json: {} }),
  getTwoFactor: async (scene) => (await scene.aTrustedDevice(), {}),
  beginAuthenticatorApp: async (scene) => (await scene.noApp(), { json: {} }),
  confirmAuthenticatorApp: async (scene) => {
    await scene.noApp();
    return { json: { code: codeOf(await beginApp(scene.lectern, scene.actor)) } };
  },
  removeAuthenticatorApp: async (scene) => (await scene.anApp(), { json: {} }),
  renewRecoveryCodes: async (scene) => (await scene.anApp(), { json: {} }),
  endTrustedDevice: async (scene) => ({ path: { id: await scene.aTrustedDevice() } }),
  resetTwoFactor: async (scene) => ({ path: { id: (await scene.lectern.aUser()).id } }),
  signUp: async (scene) => ({
    json: { email: aNewAddress(), password: PASSWORD, inviteToken: (await scene.anInvite()).token, name: 'Grace' },
  }),
  changePassword: async (scene) => {
    await scene.lectern.aPasswordOf(scene.actor);
    return { json: { currentPassword: PASSWORD, newPassword: 'another horse entirely' } };
  },
  requestPasswordReset: () => ({ json: { email: aNewAddress() } }),
  resetPassword: async (scene) => ({
    json: { token: await scene.aResetToken(), newPassword: 'another horse entirely', endKeys: true },
  }),
  signOut: nothing,
  getSession: nothing,
  renameAccount: () => ({ json: { name: 'Grace Hopper' } }),
  listMethods: nothing,
  listMethodOwn: nothing,
  listSessions: nothing,
  endSession: async (scene) => ({ path: { id: (await scene.lectern.aSessionOf(scene.actor)).sessionId } }),
  endOtherSessions: async (scene) => (await scene.lectern.aSessionOf(scene.actor), {}),
  listKeys: async (scene) => (await scene.aKey(), { query: { limit: '10' } }),
  createKey: () => ({ json: { name: 'Nightly report', access: 'read', expiresInDays: 90 } }),
  deleteKey: async (scene) => ({ path: { id: (await scene.aKey()).id } }),
  listInvites: async (scene) => (await scene.anInvite(), { query: { limit: '10' } }),
  createInvite: () => ({ json: { role: 'user', email: 'grace@example.com', expiresInHours: 48 } }),
  createSeveralInvite: () => ({ json: { emails: ['grace@example.com', 'ada@example.com'], role: 'user', expiresInHours: 48 } }),
  deleteInvite: async (scene) => ({ path: { id: (await scene.anInvite()).id } }),
  getMe: nothing,
  removeOwnAccount: async (scene) => ({ json: { decksTo: (await scene.lectern.aUser()).id } }),
  downloadOwnData: nothing,
  listAudit: async (scene) => (await scene.anInvite(), { query: { limit: '10', kind: 'invite.created' } }),
  listUsers: () => ({ query: { limit: '100' } }),
  updateUser: async (scene) => ({
    path: { id: (await scene.lectern.aUser()).id },
    json: { role: 'user', disabled: false },
  }),
  createPasswordReset: async (scene) => ({ path: { id: (await scene.lectern.aUser()).id } }),
  deleteUser: async (scene) => ({ path: { id: (await scene.lectern.aUser()).id } }),
  getSystem: nothing,
  getHealth: nothing,
  getLiveness: nothing,
  getOpenApi: nothing,
  getDocs: nothing,
  getGuide: nothing,
};
