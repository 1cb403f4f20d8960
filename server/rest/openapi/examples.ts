import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { ErrorCode } from '#shared/errors.ts';

/** Requests to a running server and its responses. `examples.test.ts` writes them, with fixed ids and times. */
export const EXAMPLES_FILE = path.join(import.meta.dirname, 'generated', 'examples.json');

const examplesSchema = z.object({
  /** By operation. */
  requests: z.record(z.string(), z.unknown()),
  /** By operation and status. */
  responses: z.record(z.string(), z.record(z.string(), z.unknown())),
  /** By code. */
  errors: z.record(z.string(), z.unknown()),
});
export type Examples = z.infer<typeof examplesSchema>;

const examples = examplesSchema.parse(JSON.parse(readFileSync(EXAMPLES_FILE, 'utf8')));

export function requestExample(operationId: string): { example?: unknown } {
  return exampleOf(examples.requests[operationId]);
}

export function responseExample(operationId: string, status: string): { example?: unknown } {
  return exampleOf(examples.responses[operationId]?.[status]);
}

function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}

/** References to an example of each code. The example of a code is the same in all operations. */
export function errorExamples(codes: readonly ErrorCode[]): Record<string, { $ref: string }> {
  return Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]));
}

/** The components that `errorExamples` refers to. */
export function errorExampleComponents(): Record<string, { summary: string; value: unknown }> {
  return Object.fromEntries(Object.entries(examples.errors).map(([code, value]) => [code, { summary: code, value }]));
}
