import { beforeAll, expect, test } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { Fault } from './fault.ts';
import { faultWords } from './fault-words.ts';
import { startI18n } from './i18n.ts';

beforeAll(async () => {
  // There is no document in this test, and the texts must be English.
  Object.assign(globalThis, { document: { documentElement: {} } });
  await startI18n();
});

/** Codes of requests that the web application never makes. */
const NEVER_MET = new Set<ErrorCode>([
  'MALFORMED_JSON',
  'NOT_FOUND',
  // The sign-in form answers it with the second step.
  'TWO_FACTOR_REQUIRED',
  'VERSION_NOT_FOUND',
  'USER_NOT_FOUND',
  'KEY_NOT_FOUND',
  // Pages of visitors have texts of their own.
  'PASSWORD_REQUIRED',
  'WRONG_PASSWORD',
  'LINK_EXPIRED',
  'THUMBNAIL_NOT_FOUND',
  'PICTURE_NOT_FOUND',
  'PICTURE_NOT_READY',
  'EXPORT_NOT_READY',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'LAST_ADMIN',
  'FOREIGN_ANNOTATION',
  'IDEMPOTENCY_MISMATCH',
  'RANGE_NOT_SATISFIABLE',
  'NOT_IMPLEMENTED',
]);

test('every error code that the application can receive has its own text', () => {
  const unexpected = faultWords(new Fault('UNEXPECTED', ''));
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
  expect(codes.filter((code) => !NEVER_MET.has(code) && faultWords(new Fault(code, '')) === unexpected)).toEqual([]);
});

test('the text for a refused package names the problem', () => {
  expect(faultWords(new Fault('INVALID_PACKAGE', '', { reason: 'E_NO_MANIFEST' }))).toMatch(/no manifest\.json at its top/);
  expect(faultWords(new Fault('INVALID_PACKAGE', '', { reason: 'E_NOT_ZIP', rule: 'names-not-utf8' }))).toMatch(/not UTF-8/);
  expect(faultWords(new Fault('INVALID_PACKAGE', '', { reason: 'E_NOT_ZIP', rule: 'crc-wrong' }))).toMatch(/damaged during/);
  expect(faultWords(new Fault('INVALID_PACKAGE', '', { reason: 'constructor' }))).toMatch(/damaged/);
  expect(faultWords(new Fault('UPLOAD_TOO_LARGE', '', { maxBytes: 209_715_200 }))).toMatch(/at most 210 MB/);
  expect(
    faultWords(
      new Fault('INVALID_MANIFEST', '', { reason: 'E_BAD_MANIFEST', issues: [{ path: 'title', message: 'is missing' }] }),
    ),
  ).toMatch(/title is missing/);
});

test('network errors and unexpected errors have their own texts', () => {
  expect(faultWords(new TypeError('Failed to fetch'))).toMatch(/cannot be reached/);
  expect(faultWords('boom')).toMatch(/unexpected/);
});
