import { expect, it } from 'vitest';
import { operations } from '#server/rest/openapi/document.ts';
import { askOnce, callOnce, trpcOnly } from '#server/rest/testing/every-request.ts';
import { SETTINGS } from '#server/rest/testing/provocations.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { StatementLog } from '#server/testing/statement-log.ts';

/**
 * The number of statements for each request. The request is valid and sent once with the session of the deck's owner, who is an admin.
 * Begin and commit count as statements. If a number grows, the commit must explain why.
 */
const COUNTS: Readonly<Record<string, number>> = {
  'annotations.drawn': 3,
  'annotations.ink': 5,
  'audiences.close': 8,
  'audiences.list': 3,
  'audiences.open': 9,
  getMe: 2,
  listAudit: 2,
  listNoteHistory: 3,
  // A notice ends the job.
  cancelExport: 8,
  // Also ends a link to set a password, sign-ins that lack their second step, and the trust in browsers.
  changePassword: 19,
  // Includes a notice to open libraries, a job that renders the pictures, and the text of the slides. New versions and copies have these, too.
  createDeck: 15,
  // The exports of the user, the export, its job, and a notice to the queues.
  createExport: 12,
  createInvite: 8,
  createSeveralInvite: 9,
  createKey: 8,
  createPasswordReset: 8,
  createVersion: 18,
  deleteAnnotation: 8,
  // Moves to the trash: ends talks and playback addresses, and takes a change number.
  deleteDeck: 12,
  deleteInvite: 6,
  deleteKey: 7,
  deleteNote: 8,
  deleteShare: 7,
  // Their collections of the team pass to the admin, and the links that they have made end.
  deleteUser: 14,
  // The decks are locked, those in the trash deleted, and the limits of the person checked who gets the others.
  removeOwnAccount: 21,
  // One for each list of the archive, one for its packages and one for the session before each file, and its limits.
  downloadOwnData: 42,
  duplicateDeck: 19,
  downloadDeck: 3,
  // The right is checked again for each of the two decks.
  downloadDecks: 4,
  downloadVersion: 3,
  downloadExport: 3,
  drawAnnotation: 15,
  endOtherSessions: 7,
  endSession: 7,
  exportDrawing: 5,
  exportNotes: 5,
  getDeck: 2,
  getDocs: 0,
  getGuide: 0,
  getExport: 3,
  getHealth: 0,
  getLiveness: 0,
  getOpenApi: 0,
  listLinks: 3,
  getLink: 3,
  createLink: 10,
  updateLink: 12,
  deleteLink: 9,
  listVisits: 5,
  // The deck and four sums; medians are those of the visits themselves while they are few.
  getVisitSummary: 10,
  'visits.now': 3,
  // The link, the limit, the salt of the day; the link's count, today's visitors, the sums of the day, the visit, where it came from.
  startSharedVisit: 15,
  // The link, the visit, the limit; link and visit are locked, and the sums of the day and its slides change with the visit.
  reportSharedVisit: 11,
  updateTalk: 10,
  listQuestions: 5,
  listQuestionTalks: 3,
  // The last two count the open questions and announce them. Reactions are announced, too.
  askQuestion: 12,
  voteQuestion: 13,
  updateQuestion: 13,
  sendReaction: 4,
  listSharedQuestions: 5,
  askSharedQuestion: 12,
  voteSharedQuestion: 13,
  sendSharedReaction: 4,
  // The session, the database, the sums of the storage, two of the jobs, failures and their number, decks due for the search, two backups.
  getSystem: 10,
  getShared: 3,
  unlockShared: 9,
  playbackShared: 9,
  notesShared: 3,
  slidesShared: 4,
  downloadShared: 1,
  getSharedThumbnail: 2,
  getSharedPicture: 2,
  listSharedAnnotations: 4,
  // What is read for all visitors of a link belongs to no request.
  watchShared: 1,
  embedShared: 4,
  listMembers: 2,
  listShares: 3,
  setShare: 15,
  transferDeck: 17,
  // The star, the number of stars, and a notice to the user's pages.
  starDeck: 9,
  unstarDeck: 7,
  listCollections: 2,
  getCollection: 2,
  createCollection: 7,
  updateCollection: 9,
  deleteCollection: 9,
  // The deck and the collection are locked, and open libraries get a notice.
  addCollection: 10,
  removeCollection: 9,
  // Sessions in tests expire so soon that each use extends them; a newer session takes 1.
  getSession: 1,
  getThumbnail: 4,
  getSlidePicture: 4,
  'health.get': 1,
  'health.renderer': 1,
  'invites.inspect': 2,
  listAnnotations: 6,
  listDecks: 2,
  listInvites: 2,
  listKeys: 2,
  listNotes: 4,
  // It asks nothing.
  listMethods: 1,
  listMethodOwn: 2,
  listSessions: 2,
  // Two versions, their slides, and what the slides show that differ.
  compareVersion: 6,
  listSlides: 4,
  getRendering: 4,
  // The session, the expected frequency, titles, slides, and the hits.
  findSearch: 5,
  // The session, the deck, the slide, newer ones, and the same.
  listSlideCopies: 5,
  listTrash: 2,
  listUsers: 2,
  listVersions: 3,
  'live.draw': 6,
  'live.look': 3,
  openPlayback: 10,
  'openings.get': 3,
  'openings.latest': 2,
  'openings.save': 8,
  'playback.setTrust': 14,
  'playback.settle': 12,
  'playback.trust': 6,
  'passwordResets.inspect': 2,
  purgeTrash: 10,
  'remotes.claim': 11,
  // The session is checked again, and locked, before the name changes.
  renameAccount: 5,
  requestPasswordReset: 5,
  resetPassword: 16,
  restoreTrash: 10,
  // Makes sure that the version has a job that renders its pictures.
  restoreVersion: 10,
  setAnnotation: 9,
  setNote: 9,
  signIn: 15,
  signOut: 8,
  // Counts the attempt three times, checks the code, trusts the browser, opens the session, and gives two attempts back.
  takeSecondStep: 23,
  getTwoFactor: 5,
  listPasskeys: 2,
  beginPasskey: 4,
  addPasskey: 12,
  removePasskey: 12,
  requestPasskey: 1,
  signInWithPasskey: 16,
  beginAuthenticatorApp: 8,
  confirmAuthenticatorApp: 12,
  removeAuthenticatorApp: 12,
  renewRecoveryCodes: 10,
  endTrustedDevice: 7,
  resetTwoFactor: 16,
  signUp: 16,
  'talks.changeClock': 10,
  'talks.confirmRemote': 10,
  'talks.end': 12,
  'talks.get': 3,
  // Its audiences go along.
  'talks.handOver': 16,
  'talks.live': 2,
  'talks.list': 3,
  'talks.move': 10,
  'talks.pair': 10,
  'talks.pointLaser': 8,
  'talks.remotes': 4,
  'talks.revokeRemote': 10,
  // Starting and ending a talk, and handing it over, send a notice to open libraries.
  'talks.start': 11,
  'trash.settings': 1,
  updateDeck: 10,
  updateUser: 11,
  'versions.changes': 6,
  'versions.get': 3,
};

const lectern = await aLectern(SETTINGS, { renderer: 'starting' });

it('requests send the expected number of statements', async () => {
  using log = new StatementLog();
  const aScene = async () => new Scene(lectern, { owner: await lectern.aUser({ role: 'admin' }) });
  for (const operation of operations()) await askOnce(await aScene(), operation);
  // The statements of a stream depend on how long it is open.
  const procedures = trpcOnly.filter(({ name, type }) => type !== 'subscription' && name !== 'remotes.command');
  for (const procedure of procedures) await callOnce(await aScene(), procedure);
  const names = [...operations().map(({ operationId }) => operationId), ...procedures.map(({ name }) => name)];
  const found = names.map((name) => [name, log.of(name)] as const);
  expect(names.toSorted()).toEqual(Object.keys(COUNTS).toSorted());
  // With their texts, because a report of CI shows only these.
  const others = found.filter(([name, statements]) => statements.length !== COUNTS[name]);
  expect(others.map(([name, statements]) => ({ name, statements: statements.map(({ text }) => text) }))).toEqual([]);
});
