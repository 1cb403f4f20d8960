import { expect, it } from 'vitest';
import { AUDIT_KINDS } from '#shared/audit-kinds.ts';
import { audit as german } from '#web/locales/de/audit.ts';
import { audit as english } from '#web/locales/en/audit.ts';

it('every kind of event has its words in both languages', () => {
  const keys = AUDIT_KINDS.map((kind) => kind.replace('.', '_'));
  expect(Object.keys(english.kinds)).toEqual(keys);
  expect(Object.keys(german.kinds)).toEqual(keys);
});
