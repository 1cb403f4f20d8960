import { annotationsRouter } from '#server/annotations/annotations.router.ts';
import { decksRouter } from '#server/decks/decks.router.ts';
import { healthRouter } from '#server/health/health.router.ts';
import { invitesRouter } from '#server/invites/invites.router.ts';
import { keysRouter } from '#server/keys/keys.router.ts';
import { notesRouter } from '#server/notes/notes.router.ts';
import { playbackRouter } from '#server/playback/playback.router.ts';
import { usersRouter } from '#server/users/users.router.ts';
import { versionsRouter } from '#server/versions/versions.router.ts';
import { router } from './trpc.ts';

export const appRouter = router({
  decks: decksRouter,
  notes: notesRouter,
  annotations: annotationsRouter,
  playback: playbackRouter,
  versions: versionsRouter,
  invites: invitesRouter,
  users: usersRouter,
  keys: keysRouter,
  health: healthRouter,
});

export type AppRouter = typeof appRouter;
