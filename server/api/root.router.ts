import { annotationsRouter } from '#server/annotations/annotations.router.ts';
import { decksRouter } from '#server/decks/decks.router.ts';
import { healthRouter } from '#server/health/health.router.ts';
import { invitesRouter } from '#server/invites/invites.router.ts';
import { notesRouter } from '#server/notes/notes.router.ts';
import { playbackRouter } from '#server/playback/playback.router.ts';
import { router } from './trpc.ts';

export const appRouter = router({
  decks: decksRouter,
  notes: notesRouter,
  annotations: annotationsRouter,
  playback: playbackRouter,
  invites: invitesRouter,
  health: healthRouter,
});

export type AppRouter = typeof appRouter;
