import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptionOf } from '#server/database-encryption.ts';
import { aDatabaseLine } from '#server/rest/testing/database-line.ts';
import { openClient } from './client.ts';
import { isUnavailable } from './faults.ts';
import { aSecureLine, LOCALHOST_CERTIFICATE } from './testing/secure-line.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const LARGE = 3_000_000;
const certificate = `&sslrootcert=${encodeURIComponent(LOCALHOST_CERTIFICATE)}`;

/** Asks for a large answer. Returns its length, and how many connections are counted before and after the end. */
async function ask(url: string) {
  let count = 0;
  const sql = openClient(url, { max: 1, statementTimeoutMs: 0, oncount: (change) => void (count += change) });
  try {
    const [row] = await sql<{ text: string }[]>`select repeat('x', ${LARGE}::int) as text`;
    const open = count;
    await sql.end();
    return { length: row?.text.length, open, left: count };
  } finally {
    await sql.end({ timeout: 0 });
  }
}

const works = { length: LARGE, open: 1, left: 0 };

describe('a connection to a database with encryption', () => {
  it.each(['sslmode=require', 'sslmode=prefer', `sslmode=verify-ca${certificate}`, `sslmode=verify-full${certificate}`])(
    'is encrypted: %s',
    async (mode) => {
      await using line = await aSecureLine(test.url);
      expect(await ask(`${line.url}?${mode}`)).toEqual(works);
    },
  );

  it.each(['sslmode=verify-ca', 'sslmode=verify-full', 'ssl=true'])(
    'is refused if nobody known has signed the certificate: %s',
    async (mode) => {
      await using line = await aSecureLine(test.url);
      await expect(ask(`${line.url}?${mode}`)).rejects.toThrow(/self-signed certificate/);
    },
  );

  it('is refused if the certificate is for another host, but only where that is asked for', async () => {
    await using line = await aSecureLine(test.url);
    const elsewhere = line.url.replace('localhost', '127.0.0.1');
    await expect(ask(`${elsewhere}?sslmode=verify-full${certificate}`)).rejects.toThrow(/does not match certificate/);
    expect(await ask(`${elsewhere}?sslmode=verify-ca${certificate}`)).toEqual(works);
  });

  it('is refused if something was slipped in before the encryption', async () => {
    await using line = await aSecureLine(test.url, 'S and more');
    await expect(ask(`${line.url}?sslmode=require`)).rejects.toThrow(/more than it was asked for/);
  });
});

describe('a connection to a database without encryption', () => {
  it('is refused or goes on without it, as the mode says', async () => {
    await using line = await aDatabaseLine(test.url);
    await expect(ask(`${line.url}?sslmode=require`)).rejects.toThrow(/has no encryption/);
    for (const mode of ['sslmode=prefer', 'sslmode=disable', 'ssl=false'])
      expect(await ask(`${line.url}?${mode}`)).toEqual(works);
  });
});

it('a database that is away is away with encryption, too', async () => {
  const line = await aSecureLine(test.url);
  await line[Symbol.asyncDispose]();
  const failed: unknown = await ask(`${line.url}?sslmode=require`).catch((error: unknown) => error);
  expect(isUnavailable(failed)).toBe(true);
});

it('a mode that does not exist is an error, and other parameters stay', () => {
  expect(() => encryptionOf('postgres://a@b/c?sslmode=verify_full')).toThrow(/sslmode is one of/);
  expect(encryptionOf('postgres://a@b,d/c?sslmode=require&application_name=x')).toEqual({
    url: 'postgres://a@b,d/c?application_name=x',
    encryption: { isOptional: false, check: 'none', authorities: null },
  });
});
