import { isIP } from 'node:net';
import { z } from 'zod';
import { encryptionOf } from '#server/database-encryption.ts';
import { emailSchema } from '#shared/people.ts';
import { GIB, KIB, MIB } from '#shared/limits.ts';
import { isPrivateAddress } from '#shared/private-address.ts';

const UNIT_BYTES: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: KIB,
  mib: MIB,
  gib: GIB,
  tib: GIB * KIB,
};

/** A number of bytes: `1048576`, `100MB` (decimal), `200 MiB` (binary). Any other text is refused. */
export function bytes(defaultBytes: number) {
  return z
    .string()
    .transform((text, context) => {
      const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(text) ?? [];
      const factor = UNIT_BYTES[unit?.toLowerCase() ?? '?'];
      const size = Number(digits) * (factor ?? Number.NaN);
      if (Number.isSafeInteger(Math.round(size))) return Math.round(size);
      context.addIssue({
        code: 'custom',
        message: 'allowed: a number of bytes, alone or with B, KB, MB, GB, TB, KiB, MiB, GiB or TiB',
      });
      return z.NEVER;
    })
    .default(defaultBytes);
}

/** A number from 1 to 9999999. */
export function count(defaultCount: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'allowed: a number from 1 to 9999999')
    .transform(Number)
    .default(defaultCount);
}

/** An origin, without a path. */
export const httpOrigin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url.origin;
  context.addIssue({ code: 'custom', message: 'allowed: http:// or https:// and a host name, without a path' });
  return z.NEVER;
});

/** The address of a PostgreSQL database. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, 'allowed: postgres://user:password@host:port/database')
  .superRefine((text, context) => {
    try {
      encryptionOf(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    }
  });

/** An address of http or https, with any path. */
export const httpAddress = z.url({ protocol: /^https?$/, error: 'allowed: an http:// or https:// address' });

/** A placeholder for a deck's label while an address is checked. It has the same length, but belongs to no deck. */
export const SOME_DECK = 'd'.repeat(32);
const LONGEST_LABEL = 63;

/** An origin that may contain `{deck}` in the first label of its host name. The result contains it as well. */
export const playbackOrigin = z.string().transform((text, context) => {
  const origin = httpOrigin.safeParse(text.replace('{deck}', SOME_DECK)).data;
  const hostname = origin === undefined ? '' : new URL(origin).hostname;
  const [label = '', ...parents] = hostname.split('.');
  const isPerDeck = text.includes('{deck}');
  const isInFirst = label.includes(SOME_DECK) && label.length <= LONGEST_LABEL && parents.length > 0;
  // Remaining braces are a second {deck}. Content-Security-Policy does not support IPv6 addresses.
  const isName = /^[\w.-]+$/.test(hostname);
  if (origin !== undefined && isName && (!isPerDeck || isInFirst)) return origin.replace(SOME_DECK, '{deck}');
  context.addIssue({
    code: 'custom',
    message:
      'allowed: http:// or https:// and a host name, without a path; {deck} may appear once, in the first part of the name (https://{deck}.example.net)',
  });
  return z.NEVER;
});

const HOUR_MS = 60 * 60 * 1000;

/** A time of whole hours or days: `12h`, `7d`. Any other text is refused. */
export function duration(defaultHours: number) {
  return z
    .string()
    .transform((text, context) => {
      const [, digits, unit] = /^([1-9]\d{0,3})(h|d)$/.exec(text) ?? [];
      if (unit !== undefined) return Number(digits) * (unit === 'd' ? 24 : 1) * HOUR_MS;
      context.addIssue({ code: 'custom', message: 'allowed: a number of hours or days from 1 to 9999, such as 12h or 7d' });
      return z.NEVER;
    })
    .default(defaultHours * HOUR_MS);
}

/** `true` or `false`. */
export const flag = z.stringbool({ error: 'allowed: true or false' });

/** `on` or `off`. */
export const onOff = z.enum(['on', 'off'], { error: 'allowed: on or off' }).transform((text) => text === 'on');

/** The address of a provider of OpenID Connect, as it calls itself (OpenID Connect Discovery 1.0, 2). */
export const issuer = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && isPrivateAddress(url) && url.search === '' && url.hash === '' && url.username === '') return text;
  context.addIssue({
    code: 'custom',
    message: 'allowed: the issuer of the provider, an https:// address without query (http:// only on this machine)',
  });
  return z.NEVER;
});

/** Names of scopes, separated by spaces (RFC 6749, 3.3). `openid` is among them. */
export const scopes = z
  .string()
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'allowed: names of scopes, separated by spaces')
  .refine((text) => text.split(' ').includes('openid'), 'openid must be among them');

/** The address of an SMTP server. Its query can hold options of nodemailer. */
export const smtpUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname) && url.hash === '')
    return text;
  context.addIssue({ code: 'custom', message: 'allowed: smtp:// or smtps://user:password@host:port' });
  return z.NEVER;
});

/** An address, alone or with a name: `Lectern <lectern@example.com>`. */
export const mailbox = z.string().transform((text, context) => {
  const [, name, address = text] = /^\s*([^<>"\\,;:()[\]@\p{Cc}]*?)\s*<([^<>]+)>\s*$/u.exec(text) ?? [];
  const valid = emailSchema.safeParse(address).data;
  if (valid !== undefined) return { name: name ?? '', address: valid };
  context.addIssue({ code: 'custom', message: 'allowed: an address, alone or with a name: Lectern <lectern@example.com>' });
  return z.NEVER;
});

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** What follows the @ of addresses, separated by commas. */
export const mailDomains = z
  .string()
  .transform((text) => text.split(',').map((domain) => domain.trim().toLowerCase()))
  .refine((domains) => domains.every((domain) => DOMAIN.test(domain)), 'allowed: domains, separated by commas (example.com)');

/** A value that a claim must have or contain. */
interface ClaimRule {
  /** The name of a claim. With dots: of one inside of objects. */
  readonly claim: string;
  readonly value: string;
}

/** `groups=lectern-admins`; several are separated by commas. */
export const claimRules = z.string().transform((text, context): ClaimRule[] => {
  const rules = text.split(',').map((rule) => /^\s*([^=\s]+)\s*=\s*(\S.*?)\s*$/.exec(rule));
  if (rules.every((rule) => rule !== null)) return rules.map(([, claim = '', value = '']) => ({ claim, value }));
  context.addIssue({
    code: 'custom',
    message: 'allowed: a claim and its value (groups=lectern-admins), several separated by commas',
  });
  return z.NEVER;
});

/** The number of proxies or their addresses: the setting `trust proxy` of Express. Trusting all clients is not possible. */
export const proxies = z.string().transform((text, context) => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  if (text === 'false') return false;
  if (text.split(',').every((part) => isProxy(part.trim()))) return text;
  context.addIssue({
    code: 'custom',
    message: 'allowed: the number of proxies, or their addresses, separated by commas (10.0.0.1, fd00::/8, loopback)',
  });
  return z.NEVER;
});

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits = '1', ...rest] = text.split('/');
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= longest;
}
