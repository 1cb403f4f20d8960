import { z } from 'zod';

/** Every error code of the API with its HTTP status. `AppError` accepts no other codes. */
export const ERROR_STATUS = {
  VALIDATION_FAILED: 400,
  MALFORMED_JSON: 400,
  FILE_REQUIRED: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  PASSWORD_REQUIRED: 401,
  TWO_FACTOR_REQUIRED: 401,
  SIGN_IN_EXPIRED: 401,
  FORBIDDEN: 403,
  CROSS_ORIGIN: 403,
  INVITE_REQUIRED: 403,
  RESET_LINK_INVALID: 403,
  REAUTHENTICATION_REQUIRED: 403,
  PAIRING_REQUIRED: 403,
  WRONG_PASSWORD: 403,
  WRONG_CODE: 403,
  PASSKEY_REFUSED: 403,
  TWO_FACTOR_SETUP_REQUIRED: 403,
  NOT_FOUND: 404,
  DECK_NOT_FOUND: 404,
  VERSION_NOT_FOUND: 404,
  SLIDE_NOT_FOUND: 404,
  INVITE_NOT_FOUND: 404,
  USER_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  LINK_NOT_FOUND: 404,
  THUMBNAIL_NOT_FOUND: 404,
  PICTURE_NOT_FOUND: 404,
  EXPORT_NOT_FOUND: 404,
  COLLECTION_NOT_FOUND: 404,
  TALK_NOT_FOUND: 404,
  REMOTE_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  DEVICE_NOT_FOUND: 404,
  TWO_FACTOR_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  EMAIL_TAKEN: 409,
  INVITE_USED: 409,
  LAST_ADMIN: 409,
  APP_EXISTS: 409,
  LIMIT_REACHED: 409,
  EXPORT_NOT_READY: 409,
  VERSION_CHANGED: 409,
  FOREIGN_ANNOTATION: 409,
  IDEMPOTENCY_MISMATCH: 409,
  USER_MISMATCH: 409,
  LINK_EXPIRED: 410,
  PRECONDITION_FAILED: 412,
  UPLOAD_TOO_LARGE: 413,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  INVALID_PACKAGE: 422,
  INVALID_MANIFEST: 422,
  UNSAFE_PATH: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  NOT_IMPLEMENTED: 501,
  NO_RENDERER: 503,
  UNAVAILABLE: 503,
  PICTURE_NOT_READY: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Whether the value is one of the error codes of this version of the API. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}

/** An invalid field. `path` is a dotted path in the body or query; it is empty if the whole request is invalid. */
export const issueSchema = z
  .object({
    path: z.string().meta({ description: 'The field, as a dotted path. Empty: the request as a whole.' }),
    message: z.string().meta({ description: 'What is wrong with it.' }),
  })
  .meta({ id: 'Issue', description: 'One fault in the request or in a manifest.' });
export type Issue = z.infer<typeof issueSchema>;

/** The body of every error response, except for health reports and `/api/trpc`. */
export const errorEnvelopeSchema = z
  .object({
    error: z.object({
      code: z.string().meta({ description: 'A stable code for programs.', examples: ['DECK_NOT_FOUND'] }),
      message: z.string().meta({
        description: 'A message for people. It may change.',
        examples: ['This deck does not exist, or you may not see it.'],
      }),
      details: z.looseObject({ requestId: z.string().optional() }),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;
