import type { z } from 'zod';

/** Names of types in a message. Other types keep the name that zod gives them. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  datetime: 'a date and time in ISO 8601',
  email: 'an email address',
  url: 'a URL',
};

/**
 * What is wrong with a value, such as "must be at most 256 characters long", for the checks of zod that have no message of their own.
 * The text continues a sentence about the field. It is an error map: undefined leaves the message to zod.
 */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(String(value))).join(' or ')}`;
    case 'invalid_format':
      return issue.format in FORMAT_NAMES ? `must be ${FORMAT_NAMES[issue.format]}` : 'has an invalid format';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    default:
      return undefined;
  }
}

function tooSmall(origin: string, minimum: number, inclusive: boolean): string {
  if (origin === 'string') return minimum === 1 ? 'must not be empty' : `must be at least ${countOf(minimum, 'character')} long`;
  if (origin === 'array') return minimum === 1 ? 'must not be empty' : `must have at least ${countOf(minimum, 'item')}`;
  return inclusive ? `must be at least ${minimum}` : `must be greater than ${minimum}`;
}

function tooBig(origin: string, maximum: number, inclusive: boolean): string {
  if (origin === 'string') return `must be at most ${countOf(maximum, 'character')} long`;
  if (origin === 'array') return `must have at most ${countOf(maximum, 'item')}`;
  return inclusive ? `must be at most ${maximum}` : `must be less than ${maximum}`;
}

/** A number with its noun: “1 slide”, “3 slides”. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
