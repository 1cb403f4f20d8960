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
import type { SharingService } from '#server/sharing/sharing.service.ts';
import type { RemoteCookie } from '#server/talks/remote-cookie.ts';
import type { RemotesService } from '#server/talks/remotes.service.ts';
import type { RemoteViewsService } from '#server/talks/remote-views.service.ts';
import type { TalksService } from '#server/talks/talks.service.ts';
import type { UsersService } from '#server/users/users.service.ts';
import type { VersionsService } from '#server/versions/versions.service.ts';
import type { AnswerBudget } from './answer-budget.ts';

/** The services that procedures call. */
export interface Services {
  readonly decks: DecksService;
  readonly notes: NotesService;
  readonly annotations: AnnotationsService;
  readonly versions: VersionsService;
  readonly sharing: SharingService;
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

/** What a procedure knows about its request. */
export interface Context {
  readonly actor: Actor | null;
  readonly services: Services;
  readonly requestId: string;
  /** The origin of this service to which the request was sent. Addresses for browsers start with it. */
  readonly origin: string;
  /** The network and the platform of the client. */
  readonly client: Client;
  readonly remote: RemoteCookie;
  /** The conditions on a change in the request's headers. Requests to tRPC have none. */
  readonly preconditions: Preconditions;
  /** The memory that the response may take. */
  readonly answer: AnswerBudget;
  /** Counts one attempt, by the client's network unless `who` is given. @throws AppError RATE_LIMITED */
  readonly spend: (limit: LimitName, who?: string) => Promise<void>;
}
