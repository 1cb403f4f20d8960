import type { BetterAuthPlugin } from 'better-auth';
import { getCurrentAdapter } from '@better-auth/core/context';
import { APIError } from 'better-auth/api';
import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { invites } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { Role } from '#shared/people.ts';
import { hashSecretToken } from './secret-token.ts';

export type UsableInvite = Pick<typeof invites.$inferSelect, 'role' | 'email' | 'expiresAt' | 'createdById'>;

export function inviteRequired(): AppError {
  return new AppError(
    'INVITE_REQUIRED',
    'This invite is not valid. It was already used or revoked, it has expired, or it is for another address.',
  );
}

/** The invite of a token while it can be used; otherwise null. It does not claim the invite: `inviteGate` does. */
export async function findUsableInvite(db: Database, token: string): Promise<UsableInvite | null> {
  const [invite] = await db
    .select({ role: invites.role, email: invites.email, expiresAt: invites.expiresAt, createdById: invites.createdById })
    .from(invites)
    .where(and(eq(invites.tokenHash, hashSecretToken(token)), isNull(invites.usedAt), gt(invites.expiresAt, new Date())));
  return invite ?? null;
}

/**
 * Makes the auth library's sign-up use up an invite. One conditional update claims it in the transaction that creates the user, so
 * that both happen or neither does, however many sign-ups race. The role is the invite's; a client cannot choose it.
 */
export function inviteGate() {
  return {
    id: 'invite-gate',
    // Declares the table to the library's adapter. The table itself is defined with drizzle.
    schema: {
      invite: {
        fields: {
          tokenHash: { type: 'string', required: true },
          role: { type: 'string', required: true },
          expiresAt: { type: 'date', required: true },
          usedAt: { type: 'date', required: false },
          usedById: { type: 'string', required: false },
        },
      },
    },
    init: () => ({
      options: {
        databaseHooks: {
          user: {
            create: {
              before: async (user, context) => {
                const body: unknown = context?.body;
                if (!context || !hasInviteToken(body)) throw refusal();
                const id = newUserId(context.context.generateId({ model: 'user' }));
                const role = await claim(await getCurrentAdapter(context.context.adapter), body.inviteToken, id);
                return { data: { ...user, id, role } };
              },
            },
          },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}

/**
 * Does the same for an account that is not made by the auth library. Returns the role; null if the invite cannot be used, or is for
 * another address.
 */
export async function claimInvite(tx: Transaction, token: string, user: { id: string; email: string }): Promise<Role | null> {
  const now = new Date();
  const isUsable = and(eq(invites.tokenHash, hashSecretToken(token)), isNull(invites.usedAt), gt(invites.expiresAt, now));
  const [claimed] = await tx
    .update(invites)
    .set({ usedAt: now, usedById: user.id })
    .where(and(isUsable, or(isNull(invites.email), eq(invites.email, user.email))))
    .returning({ role: invites.role });
  return claimed?.role ?? null;
}

type Adapter = Awaited<ReturnType<typeof getCurrentAdapter>>;

async function claim(adapter: Adapter, token: string, userId: string): Promise<string> {
  const tokenHash = hashSecretToken(token);
  const now = new Date();
  const claimed = await adapter.updateMany({
    model: 'invite',
    where: [
      { field: 'tokenHash', value: tokenHash },
      { field: 'usedAt', value: null },
      { field: 'expiresAt', operator: 'gt', value: now },
    ],
    update: { usedAt: now, usedById: userId },
  });
  const invite =
    claimed === 1
      ? await adapter.findOne<{ role: string }>({ model: 'invite', where: [{ field: 'tokenHash', value: tokenHash }] })
      : null;
  if (invite === null) throw refusal();
  return invite.role;
}

function hasInviteToken(body: unknown): body is { inviteToken: string } {
  return typeof body === 'object' && body !== null && 'inviteToken' in body && typeof body.inviteToken === 'string';
}

function newUserId(id: string | false): string {
  if (id === false) throw new Error('the auth library is set up not to make ids');
  return id;
}

/** The library only passes on errors of its own class. */
function refusal(): APIError {
  return new APIError('FORBIDDEN', { code: 'INVITE_REQUIRED' });
}
