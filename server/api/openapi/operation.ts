import type { z } from 'zod';
import type { Access } from '#server/auth/actor.ts';
import type { Method } from '#server/http/routes.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HeaderName, ParameterName } from './headers.ts';

/** What comes back when all goes well, at one status. */
export interface Success {
  readonly description: string;
  /** None: no body. Bytes have a type and no schema. */
  readonly content?: { readonly type: string; readonly schema?: z.ZodType };
  readonly headers?: readonly HeaderName[];
}

interface RequestBody {
  readonly type: 'application/json' | 'multipart/form-data';
  readonly schema: z.ZodType;
  /** A request without a body is good as well. */
  readonly optional?: boolean;
  /** Fields that clients are told to send always, though the server does without each of them. */
  readonly alwaysSend?: readonly string[] | undefined;
}

/** All that the document says of one operation, whether a procedure or a raw route answers it. */
export interface OperationFacts {
  readonly operationId: string;
  readonly method: Method;
  /** Below `/api`, with `{name}` for path parameters. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly access: Access;
  readonly pathParameters?: z.ZodObject | undefined;
  readonly query?: z.ZodObject | undefined;
  readonly headers?: readonly ParameterName[];
  readonly body?: RequestBody | undefined;
  readonly success: Readonly<Record<number, Success>>;
  /** Its own refusals, beside those of its kind. */
  readonly errors?: readonly ErrorCode[];
}
