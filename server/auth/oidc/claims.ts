import { z } from 'zod';
import type { OidcSettings } from '#server/config.ts';
import { OIDC_SUBJECT_MAX, USER_NAME_MAX } from '#shared/limits.ts';
import { emailSchema, type Role } from '#shared/people.ts';
import { lineSchema } from '#shared/text.ts';

type ClaimRule = NonNullable<OidcSettings['adminRules']>[number];

/** What the provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** A person, as the provider knows them. */
export interface Identity {
  readonly issuer: string;
  /** The provider's own id of the person, which never changes and is never given to another one. */
  readonly subject: string;
  /** The address of the person in lower case, if the provider has verified it. Otherwise null. */
  readonly email: string | null;
  readonly name: string | null;
  readonly claims: Claims;
}

const subjectSchema = z.object({ iss: z.string(), sub: z.string().min(1).max(OIDC_SUBJECT_MAX) });
const verifiedSchema = z.object({ email: emailSchema, email_verified: z.union([z.literal(true), z.literal('true')]) });
const nameSchema = z.object({ name: lineSchema(USER_NAME_MAX) });

/**
 * @param idToken the claims of the ID token, which prevail
 * @param userInfo those that the provider tells about the same person on request. An address and its verification come from one of both.
 * @throws ZodError if the provider's own id of the person is not one
 */
export function identityOf(idToken: Claims, userInfo: Claims): Identity {
  const { iss: issuer, sub: subject } = subjectSchema.parse(idToken);
  const claims = { ...userInfo, ...idToken };
  const verified = [idToken, userInfo].map((each) => verifiedSchema.safeParse(each).data?.email);
  return {
    issuer,
    subject,
    email: verified.find((email) => email !== undefined) ?? null,
    name: nameSchema.safeParse(claims).data?.name ?? null,
    claims,
  };
}

/** The role that the rules give to a person. They give `admin` if one of them holds. */
export function roleBy(rules: readonly ClaimRule[], claims: Claims): Role {
  return rules.some((rule) => holds(rule, claims)) ? 'admin' : 'user';
}

function holds({ claim, value }: ClaimRule, claims: Claims): boolean {
  const found = valueAt(claim, claims);
  return Array.isArray(found)
    ? found.includes(value)
    : found === value || (typeof found === 'boolean' && String(found) === value);
}

/** Names of claims can contain dots: providers use addresses as names. So the whole name is looked up first. */
function valueAt(path: string, claims: Claims): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  let value: unknown = claims;
  for (const name of path.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function isRecord(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null;
}
