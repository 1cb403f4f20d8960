import type { Role } from '#shared/people.ts';
import type { TwoFactorRule, Withheld } from '#shared/two-factor-rules.ts';
import type { Actor } from '#server/auth/actor.ts';

/** What decides whether an account lacks a required second factor. */
interface FactorFacts {
  readonly role: Role;
  readonly twoFactorSince: Date | null;
}

/** What the rule of the installation withholds from an account until it has a second factor; null: nothing. */
export function withheldFrom(rule: TwoFactorRule, { role, twoFactorSince }: FactorFacts): Withheld | null {
  if (twoFactorSince !== null) return null;
  if (rule === 'all') return 'everything';
  return rule === 'admins' && role === 'admin' ? 'admin rights' : null;
}

/** The role with which an account acts. An admin from whom something is withheld has the rights of other users, also with API keys. */
export function rightsOf(rule: TwoFactorRule, facts: FactorFacts): Pick<Actor, 'role' | 'withheld'> {
  const withheld = withheldFrom(rule, facts);
  return withheld === null ? { role: facts.role } : { role: 'user', withheld };
}
