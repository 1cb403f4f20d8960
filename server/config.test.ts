import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'lectern-config-'));
afterAll(() => rmSync(directory, { recursive: true }));

/** The message with which these settings are refused. */
function refusal(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env);
  } catch (fault) {
    if (fault instanceof ConfigError) return fault.message;
    throw fault;
  }
  throw new Error('nothing was refused');
}

function secretFile(name: string, content: string): string {
  const file = path.join(directory, name);
  writeFileSync(file, content);
  return file;
}

describe('without any setting', () => {
  it('everything has its default', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      baseUrl: null,
      dataDir: path.resolve('data'),
      databaseUrl: null,
      storage: { kind: 'disk', directory: path.resolve('data/blobs') },
      auth: { secret: null, admin: null, hasPasswords: true, oidc: null },
      uploads: {
        stagingDir: path.resolve('data/tmp'),
        maxBytes: 209_715_200,
        userQuotaBytes: Number.POSITIVE_INFINITY,
        minFreeBytes: 1_073_741_824,
      },
      annotationMaxBytes: 524_288,
      trashDays: 30,
      trustProxy: false,
      playback: { network: 'ask', origin: null, binding: 'network' },
      renderer: { browser: null, service: null },
      logLevel: 'info',
    });
  });

  it('an empty variable counts as missing', () => {
    expect(readConfig({ PORT: '', BASE_URL: '', DATABASE_URL: '', S3_BUCKET: '' })).toEqual(readConfig({}));
  });
});

describe('a number of bytes', () => {
  it.each([
    ['100', 100],
    ['100MB', 100_000_000],
    ['100 mb', 100_000_000],
    ['200MiB', 209_715_200],
    ['1.5 GiB', 1_610_612_736],
    ['2TB', 2e12],
    ['0', 0],
    [' 5 kb ', 5000],
  ])('%s is %d', (text, expected) => {
    expect(readConfig({ UPLOAD_MAX_BYTES: text }).uploads.maxBytes).toBe(expected);
  });

  it.each(['lots', '-5', '5 apples', '1e6', '0x10', 'MB', '5MB!', '1,5MB', '99999999TB', 'Infinity', 'NaN', '5 constructor'])(
    '%s is refused',
    (text) => {
      expect(refusal({ UPLOAD_MAX_BYTES: text })).toMatch(
        new RegExp(
          `^UPLOAD_MAX_BYTES is "${text.replace(/[.+]/g, '\\$&')}", which is not understood; allowed: a number of bytes`,
        ),
      );
    },
  );
});

describe('a wrong value', () => {
  it.each([
    ['PORT', 'http', 'allowed: a port'],
    ['PORT', '65536', 'allowed: a port'],
    ['PORT', '-1', 'allowed: a port'],
    ['PORT', '80a', 'allowed: a port'],
    ['BASE_URL', 'decks.example', 'allowed: http'],
    ['BASE_URL', 'https://decks.example/path', 'without a path'],
    ['BASE_URL', 'ftp://decks.example', 'allowed: http'],
    ['BASE_URL', 'https://user@decks.example', 'allowed: http'],
    ['S3_ENDPOINT', 'nowhere', 'allowed: http'],
    ['S3_FORCE_PATH_STYLE', 'maybe', 'allowed: true or false'],
    ['LOG_LEVEL', 'loud', 'allowed: fatal'],
    ['REQUIRE_TWO_FACTOR', 'yes', 'allowed: off, admins or all'],
    ['ADMIN_EMAIL', 'nobody', ''],
    ['TRUST_PROXY', 'yes', 'allowed:'],
    ['TRUST_PROXY', 'true', 'allowed:'],
    ['TRUST_PROXY', '10.0.0.1,nonsense', 'allowed:'],
    ['TRUST_PROXY', '10.0.0.0/99', 'allowed:'],
    ['TRUST_PROXY', '-1', 'allowed:'],
    ['CORS_ORIGINS', 'https://a.example,nonsense', 'allowed: http'],
    ['CORS_ORIGINS', '*', 'allowed: http'],
    ['DECK_NETWORK', 'maybe', 'allowed: ask, allow or block'],
    ['PLAYBACK_BINDING', 'address', 'allowed: network or off'],
    ['PLAYBACK_ORIGIN', 'https://play.example/decks', 'without a path'],
    ['PLAYBACK_ORIGIN', 'play.example', 'allowed: http'],
    ['PLAYBACK_ORIGIN', 'https://play.{deck}.example', 'in the first part of the name'],
    ['PLAYBACK_ORIGIN', 'https://{deck}.{deck}.example', 'may appear once'],
    ['PLAYBACK_ORIGIN', 'https://{deck}', 'in the first part of the name'],
    ['PLAYBACK_ORIGIN', 'https://play.example/{deck}', 'without a path'],
    ['PLAYBACK_ORIGIN', `https://${'long'.repeat(10)}{deck}.example`, 'in the first part of the name'],
    ['MIN_FREE_BYTES', 'some', 'allowed: a number of bytes'],
    ['USER_QUOTA_BYTES', 'none', 'allowed: a number of bytes'],
    ['BACKUP_EVERY', '24', 'allowed: a number of hours or days'],
    ['BACKUP_EVERY', '0h', 'such as 12h or 7d'],
    ['BACKUP_KEEP', '0', 'allowed: a number of snapshots'],
    ['METRICS_PORT', '0', 'allowed: a port from 1 to 65535'],
    ['METRICS_PORT', '65536', 'allowed: a port from 1 to 65535'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'allowed: an http:// or https:// address'],
    ['ANNOTATION_MAX_BYTES', '', ''],
  ])('%s=%s is reported with its name, its value and what is allowed', (name, value, allowed) => {
    if (value === '') return;
    const sentences = refusal({ [name]: value }).split('\n');
    expect(sentences).toEqual(
      expect.arrayContaining([expect.stringContaining(`${name} is "${value}", which is not understood; `)]),
    );
    expect(sentences.join('\n')).toContain(allowed);
  });

  it('is reported together with all others', () => {
    expect(refusal({ PORT: 'x', LOG_LEVEL: 'y', MIN_FREE_BYTES: 'z' }).split('\n')).toHaveLength(3);
  });

  it.each([
    ['AUTH_SECRET', 'short-secret'],
    ['DATABASE_URL', 'mysql://root:hunter2@db/x'],
    ['ADMIN_PASSWORD', 'short'],
    ['METRICS_TOKEN', 'short-token'],
  ])('of the secret %s is not shown', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toContain(`${name} is set to something, which is not understood`);
    expect(message).not.toContain(value);
  });
});

describe('a trusted proxy', () => {
  it.each([
    ['0', 0],
    ['1', 1],
    ['false', false],
    ['loopback', 'loopback'],
    ['10.0.0.1', '10.0.0.1'],
    ['loopback, 10.0.0.0/8, fd00::/8', 'loopback, 10.0.0.0/8, fd00::/8'],
  ])('is %s', (value, expected) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(expected);
  });
});

describe('backups', () => {
  it('are made every day, if there is a directory', () => {
    const day = 24 * 60 * 60 * 1000;
    expect(readConfig({}).backup).toBeNull();
    expect(readConfig({ BACKUP_DIR: '/backups' }).backup).toEqual({ directory: '/backups', everyMilliseconds: day, keep: 14 });
    expect(readConfig({ BACKUP_DIR: '/backups', BACKUP_EVERY: '2d', BACKUP_KEEP: '3' }).backup).toEqual({
      directory: '/backups',
      everyMilliseconds: 2 * day,
      keep: 3,
    });
    expect(readConfig({ BACKUP_DIR: '/backups', BACKUP_EVERY: '6h' }).backup?.everyMilliseconds).toBe(day / 4);
  });

  it.each(['/srv/data', '/srv/data/', '/srv/data/backups', '/srv/other/../data/..backups'])(
    'in DATA_DIR (%s) are refused',
    (BACKUP_DIR) => {
      expect(refusal({ DATA_DIR: '/srv/data', BACKUP_DIR })).toMatch(/^BACKUP_DIR is .*, which is in DATA_DIR \(\/srv\/data\)/);
    },
  );

  it.each(['/srv', '/srv/database', '/srv/data-backups'])('in %s are not', (BACKUP_DIR) => {
    expect(readConfig({ DATA_DIR: '/srv/data', BACKUP_DIR }).backup?.directory).toBe(BACKUP_DIR);
  });
});

describe('metrics', () => {
  it('are off without a token or a port', () => {
    expect(readConfig({}).metrics).toEqual({ token: null, port: null });
  });

  it('can have a port of their own, which is not that of the application', () => {
    expect(readConfig({ METRICS_PORT: '9464' }).metrics.port).toBe(9464);
    expect(refusal({ METRICS_PORT: '3000' })).toMatch(/^METRICS_PORT is "3000", which is PORT/);
  });
});

describe('settings that belong together', () => {
  it('are required together', () => {
    expect(refusal({ DATABASE_URL: 'postgres://db/x' })).toMatch(/^AUTH_SECRET is missing/);
    expect(refusal({ ADMIN_EMAIL: 'a@b.example' })).toMatch(/^ADMIN_EMAIL and ADMIN_PASSWORD go together/);
    expect(refusal({ ADMIN_PASSWORD: 'long enough' })).toMatch(/^ADMIN_EMAIL and ADMIN_PASSWORD go together/);
    expect(refusal({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'x' })).toMatch(/^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together/);
  });

  it('make S3 the store if there is a bucket', () => {
    const env = {
      S3_BUCKET: 'decks',
      S3_ENDPOINT: 'http://127.0.0.1:9000',
      S3_FORCE_PATH_STYLE: 'true',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    expect(readConfig(env).storage).toEqual({
      kind: 's3',
      bucket: 'decks',
      region: 'us-east-1',
      forcePathStyle: true,
      endpoint: 'http://127.0.0.1:9000',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    });
  });
});

describe('a secret in a file', () => {
  it('is possible for every setting that is a secret or contains one, as the guide says', () => {
    const guide = readFileSync(path.join(import.meta.dirname, '..', 'docs', 'self-hosting.md'), 'utf8');
    const settings = [...guide.matchAll(/^\| (`[A-Z].*?) *\|/gm)].flatMap(([, names = '']) => names.match(/[A-Z]\w+/g) ?? []);
    const secrets = settings.filter((name) => /SECRET|PASSWORD$|TOKEN|_KEY|^DATABASE_/.test(name));
    expect(secrets).toContain('AUTH_SECRET');
    for (const name of secrets) {
      expect(refusal({ [`${name}_FILE`]: '/nowhere' })).toContain(`${name}_FILE is "/nowhere", which cannot be read`);
      expect(guide).toMatch(new RegExp(`^(?!\\|).*\`${name}\``, 'm'));
    }
  });

  it('is read from it, without the line break at its end', () => {
    const file = secretFile('secret', `${'s'.repeat(40)}\n`);
    expect(readConfig({ AUTH_SECRET_FILE: file }).auth.secret).toBe('s'.repeat(40));
  });

  it('is refused together with the variable itself', () => {
    const file = secretFile('both', 'x'.repeat(40));
    expect(refusal({ AUTH_SECRET_FILE: file, AUTH_SECRET: 'y'.repeat(40) })).toBe(
      'AUTH_SECRET and AUTH_SECRET_FILE are both set: set only one of them.',
    );
  });

  it('that cannot be read is reported with its path', () => {
    expect(refusal({ ADMIN_PASSWORD_FILE: '/nowhere/at/all', ADMIN_EMAIL: 'a@b.example' })).toBe(
      'ADMIN_PASSWORD_FILE is "/nowhere/at/all", which cannot be read (ENOENT).',
    );
  });

  it('that is not valid is not shown', () => {
    const message = refusal({ AUTH_SECRET_FILE: secretFile('short', 'short-secret') });
    expect(message).toContain('AUTH_SECRET');
    expect(message).not.toContain('short-secret');
  });
});

describe('the address of playback', () => {
  const playback = (BASE_URL: string, PLAYBACK_ORIGIN: string) => ({ BASE_URL, PLAYBACK_ORIGIN });

  it.each([
    ['https://play.example', 'https://play.example'],
    ['https://PLAY.example:443/', 'https://play.example'],
    ['https://{deck}.play.example', 'https://{deck}.play.example'],
    ['https://x-{deck}.play.example:8443', 'https://x-{deck}.play.example:8443'],
  ])('may be %s', (text, origin) => {
    expect(readConfig(playback('https://decks.example', text)).playback.origin).toBe(origin);
  });

  it.each([
    ['https://decks.example', 'https://decks.example', 'has the host name of BASE_URL'],
    ['https://decks.example', 'https://decks.example:8443', 'has the host name of BASE_URL'],
    ['https://decks.example', 'http://play.example', 'decks need https as well'],
    ['', 'http://localhost:3000', 'has the host name of BASE_URL'],
  ])('of an application at %s cannot be %s', (base, origin, reason) => {
    expect(refusal(playback(base, origin))).toMatch(new RegExp(`^PLAYBACK_ORIGIN is "${origin}".*${reason}`));
  });

  it('can be another name of the same machine', () => {
    expect(readConfig({ PLAYBACK_ORIGIN: 'http://127.0.0.1:3000' }).playback.origin).toBe('http://127.0.0.1:3000');
  });
});

describe('the mail server', () => {
  const mail = {
    SMTP_URL: 'smtp://lectern:p%40ss@mail.example.com:587/?pool=false',
    MAIL_FROM: 'Lectern der Firma <Decks@Example.com>',
  };

  it('is read with the sender and from a file', () => {
    const url = 'smtps://mail.example.com';
    expect(readConfig(mail).mail).toEqual({
      url: mail.SMTP_URL,
      from: { name: 'Lectern der Firma', address: 'decks@example.com' },
    });
    expect(readConfig({ SMTP_URL_FILE: secretFile('smtp', `${url}\n`), MAIL_FROM: 'decks@example.com' }).mail).toEqual({
      url,
      from: { name: '', address: 'decks@example.com' },
    });
    expect(readConfig({}).mail).toBeNull();
  });

  it.each([
    [{ SMTP_URL: mail.SMTP_URL }, 'SMTP_URL and MAIL_FROM go together'],
    [{ MAIL_FROM: mail.MAIL_FROM }, 'SMTP_URL and MAIL_FROM go together'],
    [{ ...mail, SMTP_URL: 'http://mail.example.com' }, 'SMTP_URL is set to something'],
    [{ ...mail, SMTP_URL: 'smtp:///' }, 'SMTP_URL is set to something'],
    [{ ...mail, SMTP_URL: 'mail.example.com:587' }, 'SMTP_URL is set to something'],
    [{ ...mail, MAIL_FROM: 'Lectern' }, 'MAIL_FROM is "Lectern"'],
    [{ ...mail, MAIL_FROM: 'a@example.com, b@example.com' }, 'MAIL_FROM is'],
    [{ ...mail, MAIL_FROM: 'x\r\nBcc: <b@example.com>' }, 'MAIL_FROM is'],
  ])('is refused with %j', (env, sentence) => {
    expect(refusal(env)).toContain(sentence);
  });
});

describe('the sign-in provider', () => {
  const provider = { OIDC_ISSUER: 'https://login.example.com/team', OIDC_CLIENT_ID: 'lectern' };

  it('has defaults for everything but its address and the client', () => {
    expect(readConfig(provider).auth.oidc).toEqual({
      issuer: 'https://login.example.com/team',
      clientId: 'lectern',
      clientSecret: null,
      scopes: 'openid email profile',
      name: 'login.example.com',
      domains: [],
      adminRules: null,
    });
  });

  it('is read with rules, domains and a secret from a file', () => {
    const settings = {
      ...provider,
      OIDC_CLIENT_SECRET_FILE: secretFile('oidc', 'secret\n'),
      OIDC_DOMAINS: 'Example.com, example.org',
      OIDC_ADMIN_CLAIM: 'groups=lectern admins, https://example.com/roles=admin',
    };
    expect(readConfig(settings).auth.oidc).toMatchObject({
      clientSecret: 'secret',
      domains: ['example.com', 'example.org'],
      adminRules: [
        { claim: 'groups', value: 'lectern admins' },
        { claim: 'https://example.com/roles', value: 'admin' },
      ],
    });
  });

  it.each([
    [{ OIDC_ISSUER: 'https://login.example.com' }, 'OIDC_ISSUER and OIDC_CLIENT_ID go together'],
    [{ OIDC_CLIENT_ID: 'lectern' }, 'OIDC_ISSUER and OIDC_CLIENT_ID go together'],
    [{ PASSWORD_SIGN_IN: 'off' }, 'no one could sign in'],
    [{ ...provider, PASSWORD_SIGN_IN: 'no' }, 'PASSWORD_SIGN_IN is "no"'],
    [{ ...provider, OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER is'],
    [{ ...provider, OIDC_ISSUER: 'https://login.example.com?a=b' }, 'OIDC_ISSUER is'],
    [{ ...provider, OIDC_SCOPES: 'email' }, 'OIDC_SCOPES is'],
    [{ ...provider, OIDC_DOMAINS: '@example.com' }, 'OIDC_DOMAINS is'],
    [{ ...provider, OIDC_ADMIN_CLAIM: 'groups' }, 'OIDC_ADMIN_CLAIM is'],
  ])('is refused with %j', (env, sentence) => {
    expect(refusal(env)).toContain(sentence);
  });
});
