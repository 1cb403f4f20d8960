import { accountRouter, meRouter, methodsRouter, sessionsRouter } from '#server/accounts/accounts.router.ts';
import {
  authenticatorAppsRouter,
  recoveryCodesRouter,
  trustedDevicesRouter,
  twoFactorRouter,
} from '#server/accounts/two-factor.router.ts';
import { annotationsRouter } from '#server/annotations/annotations.router.ts';
import { auditRouter } from '#server/audit/audit.router.ts';
import { collectionsRouter } from '#server/collections/collections.router.ts';
import { deckStarsRouter } from '#server/collections/stars.router.ts';
import { decksRouter } from '#server/decks/decks.router.ts';
import { deckDuplicationRouter } from '#server/decks/duplicates.router.ts';
import { exportsRouter } from '#server/exports/exports.router.ts';
import { healthRouter } from '#server/health/health.router.ts';
import { invitesRouter } from '#server/invites/invites.router.ts';
import { keysRouter } from '#server/keys/keys.router.ts';
import { audiencesRouter } from '#server/links/audiences.router.ts';
import { linksRouter } from '#server/links/links.router.ts';
import { sharedRouter } from '#server/links/shared.router.ts';
import { sharedVisitsRouter, visitsRouter, visitSummaryRouter } from '#server/links/visits/visits.router.ts';
import { liveRouter } from '#server/live/live.router.ts';
import { passkeysRouter } from '#server/accounts/passkeys.router.ts';
import { notesRouter } from '#server/notes/notes.router.ts';
import { openingsRouter } from '#server/openings/openings.router.ts';
import { playbackRouter } from '#server/playback/playback.router.ts';
import { renderingRouter, slidesRouter } from '#server/rendering/slides.router.ts';
import { searchRouter, slideCopiesRouter } from '#server/search/search.router.ts';
import { remotesRouter } from '#server/talks/remotes.router.ts';
import { deckOwnerRouter, membersRouter, sharesRouter } from '#server/sharing/sharing.router.ts';
import {
  questionsRouter,
  reactionsRouter,
  sharedQuestionsRouter,
  sharedReactionsRouter,
} from '#server/talks/questions/questions.router.ts';
import { systemRouter } from '#server/system/system.router.ts';
import { talksRouter } from '#server/talks/talks.router.ts';
import { deckDeletionRouter, trashRouter } from '#server/trash/trash.router.ts';
import { ownAccountRouter, passwordResetsRouter, usersRouter } from '#server/users/users.router.ts';
import { versionsRouter } from '#server/versions/versions.router.ts';
import { mergeRouters, router } from '#server/rpc/trpc.ts';

export const appRouter = router({
  decks: mergeRouters(decksRouter, deckDuplicationRouter, deckOwnerRouter, deckDeletionRouter, deckStarsRouter),
  audiences: audiencesRouter,
  collections: collectionsRouter,
  notes: notesRouter,
  annotations: annotationsRouter,
  openings: openingsRouter,
  playback: playbackRouter,
  versions: versionsRouter,
  slides: slidesRouter,
  rendering: renderingRouter,
  search: searchRouter,
  slideCopies: slideCopiesRouter,
  exports: exportsRouter,
  shares: sharesRouter,
  links: linksRouter,
  shared: sharedRouter,
  sharedQuestions: sharedQuestionsRouter,
  sharedReactions: sharedReactionsRouter,
  sharedVisits: sharedVisitsRouter,
  visits: visitsRouter,
  visitSummary: visitSummaryRouter,
  members: membersRouter,
  trash: trashRouter,
  talks: talksRouter,
  questions: questionsRouter,
  reactions: reactionsRouter,
  remotes: remotesRouter,
  invites: invitesRouter,
  users: usersRouter,
  passwordResets: passwordResetsRouter,
  keys: keysRouter,
  audit: auditRouter,
  me: meRouter,
  ownAccount: ownAccountRouter,
  account: accountRouter,
  sessions: sessionsRouter,
  methods: methodsRouter,
  twoFactor: twoFactorRouter,
  authenticatorApps: authenticatorAppsRouter,
  passkeys: passkeysRouter,
  recoveryCodes: recoveryCodesRouter,
  trustedDevices: trustedDevicesRouter,
  live: liveRouter,
  health: healthRouter,
  system: systemRouter,
});

export type AppRouter = typeof appRouter;
