import type { Actor } from '#server/auth/actor.ts';
import type { AccountsService } from '#server/accounts/accounts.service.ts';
import type { AuditService } from '#server/audit/audit.service.ts';
import type { AnnotationsService } from '#server/annotations/annotations.service.ts';
import type { LimitName } from '#server/auth/rate-limits.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import type { HealthService } from '#server/health/health.service.ts';
import type { InvitesService } from '#server/invites/invites.service.ts';
import type { KeysService } from '#server/keys/keys.service.ts';
import type { LiveService } from '#server/live/live.service.ts';
import type { NotesService } from '#server/notes/notes.service.ts';
import type { Client } from '#server/playback/client-binding.ts';
import type { Preconditions } from '#server/preconditions.ts';
import type { PlaybackService } from '#server/playback/playback.service.ts';
import type { TrustService } from '#server/playback/trust.service.ts';
import type { RemoteCookie } from '#server/talks/remote-cookie.ts';
import type { RemotesService } from '#server/talks/remotes.service.ts';
import type { RemoteViewsService } from '#server/talks/remote-views.service.ts';
import type { TalksService } from '#server/talks/talks.service.ts';
import type { UsersService } from '#server/users/users.service.ts';
import type { VersionsService } from '#server/versions/versions.service.ts';
import type { AnswerBudget } from './answer-budget.ts';

/** What procedures call: one service per room. */
export interface Services {
  readonly decks: DecksService;
  readonly notes: NotesService;
  readonly annotations: AnnotationsService;
  readonly versions: VersionsService;
  readonly invites: InvitesService;
  readonly users: UsersService;
  readonly keys: KeysService;
  readonly accounts: AccountsService;
  readonly audit: AuditService;
  readonly playback: PlaybackService;
  readonly trust: TrustService;
  readonly talks: TalksService;
  readonly remotes: RemotesService;
  readonly remoteViews: RemoteViewsService;
  readonly live: LiveService;
  readonly health: HealthService;
}

/** What a procedure knows of its request. */
export interface Context {
  readonly actor: Actor | null;
  readonly services: Services;
  readonly requestId: string;
  /** The own origin that the request came to; addresses that a browser shall load start with it. */
  readonly origin: string;
  /** Network and platform that the request comes from. */
  readonly client: Client;
  readonly remote: RemoteCookie;
  /** What the request's headers make a change depend on; tRPC has none. */
  readonly preconditions: Preconditions;
  /** What the request's answer may take in memory. */
  readonly answer: AnswerBudget;
  /** Spends one attempt, of the client's network unless said otherwise. @throws AppError RATE_LIMITED */
  readonly spend: (limit: LimitName, who?: string) => Promise<void>;
}
