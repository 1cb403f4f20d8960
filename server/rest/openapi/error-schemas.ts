import { z } from 'zod';
import type { ErrorDetails } from '#server/errors.ts';
import { ERROR_STATUS, type ErrorCode, issueSchema } from '#shared/errors.ts';
import { SECOND_STEP_METHODS } from '#shared/two-factor-rules.ts';

// The closed list of codes. It is not empty, so it is a tuple of at least one code.
const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

const knownCodeSchema = z
  .enum(codes)
  .meta({ id: 'KnownErrorCode', description: 'The codes that this version of the server sends.' });

/** An open list, so that a generated client accepts the codes of newer servers. */
const errorCodeSchema = z.union([knownCodeSchema, z.string()]).meta({
  id: 'ErrorCode',
  description: 'Says what went wrong, for programs. A code never changes its meaning; new codes may be added.',
});

const details: Record<Exclude<keyof ErrorDetails, 'retryAfterSeconds'>, z.ZodType> & { requestId: z.ZodType } = {
  requestId: z.string().meta({ description: 'The id in `X-Request-Id`. It is also in the log of the server.' }),
  issues: z.array(issueSchema).optional().meta({ description: 'What is wrong, field by field.' }),
  reason: z.string().optional().meta({ description: 'The exact reason: a code of the package format, or `COMMON_PASSWORD`.' }),
  rule: z.string().optional().meta({ description: 'With the reason `E_NOT_ZIP`: the rule that the archive breaks.' }),
  path: z.string().optional().meta({ description: 'The unsafe path in a package.' }),
  limit: z.int().optional().meta({ description: 'How many are allowed.' }),
  maxBytes: z.int().optional().meta({ description: 'The limit in bytes that was exceeded.' }),
  methods: z
    .array(z.enum(SECOND_STEP_METHODS))
    .optional()
    .meta({ description: 'How the second step of the sign-in can be taken.' }),
  current: z.unknown().optional().meta({ description: 'The current record, for 412. Null: there is none.' }),
};

/** Exactly what the server sends. Clients should parse it less strictly (`errorEnvelopeSchema`). */
export const errorSchema = z
  .object({
    error: z
      .object({
        code: errorCodeSchema,
        message: z.string().meta({ description: 'Says what went wrong, for people. The wording may change.' }),
        details: z.object(details).meta({ id: 'ErrorDetails', description: 'More about the error, depending on its code.' }),
      })
      .meta({ id: 'ErrorBody', description: 'What went wrong.' }),
  })
  .meta({ id: 'Error', description: 'The body of every error.' });
