import type { Request } from 'express';
import { parsed } from '#server/http/parsed.ts';
import { sharedTargetSchema } from '#shared/shared-decks.ts';
import { linkGrantOf } from './link-grant.ts';
import type { Visitor } from './shared.service.ts';

/** The visitor who sent a request below `/api/shared/:token`. @throws AppError VALIDATION_FAILED */
export function visitorOf(request: Request): Visitor {
  return { ...parsed(sharedTargetSchema, request.params), grant: linkGrantOf(request.headers) };
}
