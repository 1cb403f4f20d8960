import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { deckListQuery } from './decks.ts';
import { inviteCreateSchema } from './invites.ts';
import { strokesBatchSchema } from './ink.ts';
import { setValidationMessages } from './validation-messages.ts';

test.each([
  [deckListQuery, { query: 'x'.repeat(300) }, 'This field must be at most 256 characters long.'],
  [deckListQuery, { limit: '101' }, 'This field must be at most 100.'],
  [deckListQuery, { sort: 'size' }, 'This field must be "created" or "updated" or "opened" or "title".'],
  [inviteCreateSchema, { expiresInHours: 1.5 }, 'This field must be a whole number.'],
  [inviteCreateSchema, { expiresInHours: 0 }, 'This field must be at least 1.'],
  [inviteCreateSchema, { email: 'ana' }, 'This field must be an email address.'],
  [strokesBatchSchema, { slideIndex: 0 }, 'This field is missing.'],
  [strokesBatchSchema, { id: 'a', slideIndex: 0, erase: 'b' }, 'This field must be a list.'],
  [z.number().positive(), 0, 'This field must be greater than 0.'],
])('messages are sentences: %#', (schema, value, message) => {
  const before = z.config().customError;
  onTestFinished(() => void z.config({ customError: before }));
  setValidationMessages();
  expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
