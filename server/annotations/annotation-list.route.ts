import type { Authenticator } from '#server/auth/authenticator.ts';
import { answersUnderWay } from '#server/http/held-bytes.ts';
import { addressOf } from '#server/http/client-address.ts';
import { networkOf } from '#server/http/network.ts';
import { parsed } from '#server/http/parsed.ts';
import type { Route } from '#server/http/routes.ts';
import { sendPieces } from '#server/http/send-stream.ts';
import { slideRecordsSchema } from '#shared/revisions.ts';
import type { AnnotationsService } from './annotations.service.ts';

interface Dependencies {
  readonly authenticator: Authenticator;
  readonly annotations: AnnotationsService;
}

/** `GET /api/decks/:id/annotations`: the complete list. Its records are read from the database while the response is sent. */
export function annotationListRoute({ authenticator, annotations }: Dependencies): Route {
  return {
    method: 'get',
    path: '/decks/:id/annotations',
    produces: 'application/json',
    handler: async (request, response) => {
      const actor = await authenticator.require(request.headers, { access: 'user', changes: false });
      const wanted = parsed(slideRecordsSchema, { ...request.query, ...request.params });
      const { tag, portionBytes, pieces } = await annotations.list(actor, wanted);
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('Cache-Control', 'private, no-cache');
      response.setHeader('ETag', `W/"${tag}"`);
      if (request.fresh) return void response.status(304).end();
      if (request.method === 'HEAD') return void response.end();
      using held = answersUnderWay.hold(networkOf(addressOf(request)));
      held.add(portionBytes);
      await sendPieces(response, async (take) => {
        for await (const piece of pieces) await take(Buffer.from(piece));
      });
      return undefined;
    },
  };
}
