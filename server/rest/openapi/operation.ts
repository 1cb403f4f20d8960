import type { z } from 'zod';
import type { Access } from '#server/auth/actor.ts';
import type { Method } from '#server/http/routes.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { HeaderName, ParameterName } from './headers.ts';

/** A successful response with one status. */
export interface Success {
  readonly description: string;
  /** Undefined if there is no body. Bytes have a type and no schema. */
  readonly content?: { readonly type: string; readonly schema?: z.ZodType };
  readonly headers?: readonly HeaderName[];
}

interface RequestBody {
  readonly type: 'application/json' | 'multipart/form-data';
  readonly schema: z.ZodType;
  /** A request may have no body. */
  readonly optional?: boolean;
  /** Optional fields that the document declares as required. */
  readonly alwaysSend?: readonly string[] | undefined;
}

/** Everything that the document says about an operation, which can be a procedure or a raw route. */
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
  /** Its own error codes, in addition to those that follow from its kind. */
  readonly errors?: readonly ErrorCode[];
}
