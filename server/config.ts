import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { emailSchema } from '#shared/people.ts';
import { passwordSchema } from '#shared/accounts.ts';
import { GIB, KIB, MIB, OIDC_NAME_MAX } from '#shared/limits.ts';
import { DECK_NETWORKS } from '#shared/playback.ts';
import { lineSchema } from '#shared/text.ts';
import { TWO_FACTOR_RULES } from '#shared/two-factor-rules.ts';
import {
  bytes,
  claimRules,
  count,
  databaseUrl,
  duration,
  flag,
  httpAddress,
  httpOrigin,
  issuer,
  mailbox,
  mailDomains,
  onOff,
  playbackOrigin,
  proxies,
  scopes,
  smtpUrl,
  SOME_DECK,
} from '#server/setting-values.ts';

/** All variables with their forms and defaults. The table in `docs/self-hosting.md` describes them. */
const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'allowed: a port from 0 (any free one) to 65535')
    .transform(Number)
    .refine((port) => port < 65_536, 'allowed: a port from 0 (any free one) to 65535')
    .default(3000),
  BASE_URL: httpOrigin.optional(),
  WORKERS: z
    .string()
    .regex(/^[1-9]\d?$/, 'allowed: a number of processes from 1 to 99')
    .transform(Number)
    .default(1),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: httpOrigin.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),
  AUTH_SECRET: z.string().min(32, 'allowed: at least 32 characters, ideally from a random generator').optional(),
  ADMIN_EMAIL: emailSchema.optional(),
  ADMIN_PASSWORD: passwordSchema.optional(),
  /** Whether people can sign in and join with a password. `off`: only with the provider. */
  PASSWORD_SIGN_IN: onOff.default(true),
  /** A provider of OpenID Connect with which people sign in. */
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  /** Missing: the provider identifies this client by its address and PKCE alone. */
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPES: scopes.default('openid email profile'),
  /** What people call the provider. */
  OIDC_NAME: lineSchema(OIDC_NAME_MAX).optional(),
  /** Whose verified addresses need no invite. Missing: everyone needs one. */
  OIDC_DOMAINS: mailDomains.default([]),
  /** Who is an admin, by a claim. Missing: admins decide. */
  OIDC_ADMIN_CLAIM: claimRules.optional(),
  /** The SMTP server that sends mail, and the sender. Missing: people pass on links themselves. */
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),
  /** Whose accounts need a second factor. */
  REQUIRE_TWO_FACTOR: z.enum(TWO_FACTOR_RULES, { error: 'allowed: off, admins or all' }).default('off'),
  UPLOAD_MAX_BYTES: bytes(200 * MIB),
  TRASH_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, 'allowed: a number of days from 0 (deleted at once) to 9999')
    .transform(Number)
    .default(30),
  AUDIT_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'allowed: a number of days from 1 to 9999')
    .transform(Number)
    .default(365),
  VISITS_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'allowed: a number of days from 1 to 9999')
    .transform(Number)
    .default(365),
  /** Where the server makes backups by itself. */
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: duration(24),
  /** How many snapshots stay in the directory. */
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'allowed: a number of snapshots from 1 to 99999')
    .transform(Number)
    .default(14),
  ANNOTATION_MAX_BYTES: bytes(512 * KIB),
  USER_QUOTA_BYTES: bytes(Number.POSITIVE_INFINITY),
  MIN_FREE_BYTES: bytes(GIB),
  MAX_CONNECTIONS: count(10_000),
  MAX_CONNECTIONS_PER_CLIENT: count(1000),
  TRUST_PROXY: proxies.default(false),
  CORS_ORIGINS: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .pipe(z.array(httpOrigin))
    .default([]),
  PLAYBACK_ORIGIN: playbackOrigin.optional(),
  DECK_NETWORK: z.enum(DECK_NETWORKS, { error: 'allowed: ask, allow or block' }).default('ask'),
  /** Whether a deck's address works only from networks and platforms that asked for it (`server/playback/client-binding.ts`). */
  PLAYBACK_BINDING: z.enum(['network', 'off'], { error: 'allowed: network or off' }).default('network'),
  /** Path of the Chromium or Google Chrome that makes pictures of slides; `off` for none. Default: the system's. */
  RENDERER_BROWSER: z.string().optional(),
  /** A renderer that runs as a service of its own, and the origin at which it reaches this server. */
  RENDERER_URL: httpOrigin.optional(),
  RENDERER_PLAYBACK_ORIGIN: httpOrigin.optional(),
  /** With one of these, `/metrics` exists: with a port of its own only there, otherwise on `PORT`. */
  METRICS_TOKEN: z.string().min(16, 'allowed: at least 16 characters, ideally from a random generator').optional(),
  METRICS_PORT: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'allowed: a port from 1 to 65535')
    .transform(Number)
    .refine((port) => port < 65_536, 'allowed: a port from 1 to 65535')
    .optional(),
  /** Where traces are sent. What else the specification of OpenTelemetry names, its SDK reads itself. */
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'allowed: fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
});

type Environment = z.infer<typeof environmentSchema>;

/** Variables that can be set as `NAME_FILE`, a file that contains the value: the usual way to pass secrets to containers. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'AUTH_SECRET',
  'ADMIN_PASSWORD',
  'OIDC_CLIENT_SECRET',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/** Why the server does not start, with one sentence per variable that is not valid. */
export class ConfigError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'ConfigError';
  }
}

/**
 * Reads the whole configuration, once.
 *
 * @throws ConfigError with the name of each such variable, its value (except for secrets) and what is allowed
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const values = withSecretFiles(env);
  const parsed = environmentSchema.safeParse(values);
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => sentence(issue, values)));
  const faults = [...contradictions(parsed.data)];
  if (faults.length > 0) throw new ConfigError(faults);
  return nested(parsed.data, env['PATH'] ?? '');
}

export type Config = ReturnType<typeof nested>;
export type OidcSettings = NonNullable<Config['auth']['oidc']>;

/** @param searchPath the value of `PATH` */
function nested(env: Environment, searchPath: string) {
  const dataDir = path.resolve(env.DATA_DIR);
  return {
    host: env.HOST,
    port: env.PORT,
    /** Null means `http://localhost:<port>`, when the port is known. */
    baseUrl: env.BASE_URL ?? null,
    /** The number of processes that share the port. */
    workers: env.WORKERS,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    /** An address that bypasses a pooler, for LISTEN, migrations and backups. Null if `databaseUrl` is the address of PostgreSQL itself. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
    storage: storageOf(env, dataDir),
    auth: {
      secret: env.AUTH_SECRET ?? null,
      /** Who must have a second factor. */
      twoFactor: env.REQUIRE_TWO_FACTOR,
      admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
      /** Whether people can sign in and join with a password. */
      hasPasswords: env.PASSWORD_SIGN_IN,
      oidc: oidcOf(env),
    },
    /** Null: the server sends no mail. */
    mail: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL, from: env.MAIL_FROM } : null,
    uploads: {
      stagingDir: path.join(dataDir, 'tmp'),
      maxBytes: env.UPLOAD_MAX_BYTES,
      userQuotaBytes: env.USER_QUOTA_BYTES,
      minFreeBytes: env.MIN_FREE_BYTES,
    },
    annotationMaxBytes: env.ANNOTATION_MAX_BYTES,
    connections: { total: env.MAX_CONNECTIONS, perClient: env.MAX_CONNECTIONS_PER_CLIENT },
    /** The number of days for which deleted decks can be restored. 0: they are deleted for good at once. */
    trashDays: env.TRASH_DAYS,
    /** The number of days for which audit events are kept. */
    auditDays: env.AUDIT_DAYS,
    /** The number of days for which visits of links are kept. */
    visitsDays: env.VISITS_DAYS,
    /** Null: the server makes no backups by itself. */
    backup:
      env.BACKUP_DIR === undefined
        ? null
        : { directory: path.resolve(env.BACKUP_DIR), everyMilliseconds: env.BACKUP_EVERY, keep: env.BACKUP_KEEP },
    trustProxy: env.TRUST_PROXY,
    corsOrigins: env.CORS_ORIGINS,
    playback: { network: env.DECK_NETWORK, origin: env.PLAYBACK_ORIGIN ?? null, binding: env.PLAYBACK_BINDING },
    renderer: rendererOf(env, searchPath),
    metrics: { token: env.METRICS_TOKEN ?? null, port: env.METRICS_PORT ?? null },
    tracing: {
      isOn: (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined,
      headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? null,
    },
    logLevel: env.LOG_LEVEL,
  };
}

/** The provider with which people sign in; null: there is none. */
function oidcOf(env: Environment) {
  if (env.OIDC_ISSUER === undefined || env.OIDC_CLIENT_ID === undefined) return null;
  return {
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET ?? null,
    scopes: env.OIDC_SCOPES,
    name: env.OIDC_NAME ?? new URL(env.OIDC_ISSUER).host,
    domains: env.OIDC_DOMAINS,
    /** Null: signing in does not change roles. */
    adminRules: env.OIDC_ADMIN_CLAIM ?? null,
  };
}

function rendererOf({ RENDERER_BROWSER, RENDERER_URL, RENDERER_PLAYBACK_ORIGIN }: Environment, searchPath: string) {
  return {
    /** Null means the system's browser. */
    browser: RENDERER_BROWSER ?? null,
    /** Where the system's browser is looked for, in the form of `PATH`. */
    searchPath,
    /** A renderer that this server does not start. */
    service: RENDERER_URL && RENDERER_PLAYBACK_ORIGIN ? { url: RENDERER_URL, origin: RENDERER_PLAYBACK_ORIGIN } : null,
  };
}

function storageOf(env: Environment, dataDir: string) {
  if (env.S3_BUCKET === undefined) return { kind: 'disk' as const, directory: path.join(dataDir, 'blobs') };
  return {
    kind: 's3' as const,
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    ...(env.S3_ENDPOINT && { endpoint: env.S3_ENDPOINT }),
    ...(env.S3_ACCESS_KEY_ID && { accessKeyId: env.S3_ACCESS_KEY_ID }),
    ...(env.S3_SECRET_ACCESS_KEY && { secretAccessKey: env.S3_SECRET_ACCESS_KEY }),
  };
}

/** An empty variable counts as missing, because that is the meaning of `NAME=` in a compose file. */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  for (const name of SECRETS) {
    const file = values[`${name}_FILE`];
    if (file === undefined) continue;
    if (values[name] !== undefined) throw new ConfigError([`${name} and ${name}_FILE are both set: set only one of them.`]);
    values[name] = secretFrom(file, name);
  }
  return values;
}

function secretFrom(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new ConfigError([`${name}_FILE is "${file}", which cannot be read (${reason}).`]);
  }
}

function sentence(issue: z.core.$ZodIssue, values: NodeJS.ProcessEnv): string {
  const name = String(issue.path[0]);
  const isSecret = SECRETS.some((secret) => secret === name);
  const value = isSecret ? 'set to something' : `"${values[name] ?? ''}"`;
  return `${name} is ${value}, which is not understood; ${issue.message}.`;
}

function* contradictions(env: Environment): Generator<string> {
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL) {
    yield 'DATABASE_DIRECT_URL is set without DATABASE_URL: it is the address of the same database without the pooler.';
  }
  if (env.DATABASE_URL && !env.AUTH_SECRET) {
    yield 'AUTH_SECRET is missing: it is required together with DATABASE_URL, because instances that share a database must share it.';
  }
  if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined)) {
    yield 'ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.';
  }
  if ((env.OIDC_ISSUER === undefined) !== (env.OIDC_CLIENT_ID === undefined)) {
    yield 'OIDC_ISSUER and OIDC_CLIENT_ID go together: set both or neither.';
  }
  if (!env.PASSWORD_SIGN_IN && env.OIDC_ISSUER === undefined) {
    yield 'PASSWORD_SIGN_IN is "off" without OIDC_ISSUER: no one could sign in.';
  }
  if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined)) {
    yield 'SMTP_URL and MAIL_FROM go together: set both or neither.';
  }
  if ((env.S3_ACCESS_KEY_ID === undefined) !== (env.S3_SECRET_ACCESS_KEY === undefined)) {
    yield 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set both or neither.';
  }
  if (env.METRICS_PORT !== undefined && env.METRICS_PORT === env.PORT) {
    yield `METRICS_PORT is "${env.METRICS_PORT}", which is PORT: choose another one, or leave it out and set METRICS_TOKEN alone.`;
  }
  if (env.BACKUP_DIR !== undefined && isWithin(env.BACKUP_DIR, env.DATA_DIR)) {
    yield `BACKUP_DIR is "${env.BACKUP_DIR}", which is in DATA_DIR (${env.DATA_DIR}): what destroys the data would destroy the backups as well. Use another disk.`;
  }
  if ((env.RENDERER_URL === undefined) !== (env.RENDERER_PLAYBACK_ORIGIN === undefined)) {
    yield 'RENDERER_URL and RENDERER_PLAYBACK_ORIGIN go together: set both or neither.';
  }
  if (env.PLAYBACK_ORIGIN !== undefined) yield* playbackFaults(env.PLAYBACK_ORIGIN, env);
}

/** Whether the directory is the other one, or is in it. */
function isWithin(directory: string, other: string): boolean {
  const way = path.relative(path.resolve(other), path.resolve(directory));
  return way === '' || (way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way));
}

function* playbackFaults(playback: string, env: Environment): Generator<string> {
  const base = env.BASE_URL ?? `http://localhost:${env.PORT}`;
  const [decks, application] = [new URL(playback.replace('{deck}', SOME_DECK)), new URL(base)];
  if (decks.hostname === application.hostname) {
    yield `PLAYBACK_ORIGIN is "${playback}", which has the host name of BASE_URL (${base}): decks need their own host name, because a host shares its cookies between all of its ports.`;
  }
  if (application.protocol === 'https:' && decks.protocol === 'http:') {
    yield `PLAYBACK_ORIGIN is "${playback}" and BASE_URL is ${base}: pages with https do not show frames with http, so decks need https as well.`;
  }
}
