import { expect, test } from 'vitest';
import { z } from 'zod';
import { issueMessage } from './issue-message.ts';

test.each([
  ['a missing value', z.string(), undefined, 'is missing'],
  ['text', z.string(), 1, 'must be text'],
  ['a type without a name of its own', z.date(), 'today', 'must be date'],
  ['one of several values', z.enum(['a', 'b']), 'c', 'must be "a" or "b"'],
  ['a known format', z.iso.datetime(), 'today', 'must be a date and time in ISO 8601'],
  ['another format', z.uuid(), 'x', 'has an invalid format'],
  ['text that must not be empty', z.string().min(1), '', 'must not be empty'],
  ['short text', z.string().min(8), 'x', 'must be at least 8 characters long'],
  ['long text', z.string().max(2), 'long', 'must be at most 2 characters long'],
  ['a list that must not be empty', z.array(z.int()).min(1), [], 'must not be empty'],
  ['a short list', z.array(z.int()).min(2), [1], 'must have at least 2 items'],
  ['a long list', z.array(z.int()).max(1), [1, 2], 'must have at most 1 item'],
  ['a small number', z.number().min(2), 1, 'must be at least 2'],
  ['a number at an excluded minimum', z.number().gt(2), 2, 'must be greater than 2'],
  ['a large number', z.number().max(2), 3, 'must be at most 2'],
  ['a number at an excluded maximum', z.number().lt(2), 2, 'must be less than 2'],
  ['unknown keys, in the words of zod', z.strictObject({}), { x: 1 }, 'Unrecognized key: "x"'],
])('%s', (_, schema, value, message) => {
  expect(schema.safeParse(value, { error: issueMessage }).error?.issues[0]?.message).toBe(message);
});
