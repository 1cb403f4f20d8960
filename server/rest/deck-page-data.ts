import type { Request, Response } from 'express';
import type { Sessions } from '#server/auth/sessions.ts';
import type { PageDataSource } from '#server/http/built-web-app.ts';
import type { Context } from '#server/rpc/context.ts';
import { createCallerFactory } from '#server/rpc/trpc.ts';
import type { PageData } from '#shared/page-data.ts';
import { appRouter } from './root.router.ts';

interface Dependencies {
  readonly createContext: (request: Request, response: Response) => Promise<Context>;
  readonly sessions: Pick<Sessions, 'current'>;
}

const callerOf = createCallerFactory(appRouter);

/**
 * What a deck's page would ask for first, read for the session of the request by the same procedures. Null if one of them refuses, or
 * cannot answer: the page then asks by itself and shows what is wrong.
 */
export function deckPageData({ createContext, sessions }: Dependencies): PageDataSource {
  const read = async (request: Request, response: Response, deckId: string): Promise<PageData | null> => {
    const context = await createContext(request, response);
    if (context.actor?.credential.kind !== 'session') return null;
    const { decks, playback, openings } = callerOf(context);
    const [current, deck, address, opening, trust] = await Promise.all([
      sessions.current({ cookie: request.headers.cookie }),
      decks.get({ id: deckId }),
      playback.open({ id: deckId }),
      openings.get({ deckId }),
      playback.trust({ id: deckId }),
    ]);
    for (const cookie of current.headers.getSetCookie()) response.append('Set-Cookie', cookie);
    // The session has ended, or another one began, while the deck was read.
    if (current.body?.session.id !== context.actor.credential.id) return null;
    return { session: current.body, deckId, deck, playback: address, opening, trust };
  };
  return (request, response, deckId) =>
    isOpened(request) ? read(request, response, deckId).catch(() => null) : Promise.resolve(null);
}

/** Whether a browser shows the page now. Scripts and frames have no use for the data, and a page fetched ahead may be shown after someone else has signed in. */
function isOpened({ headers }: Request): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose } = headers;
  return destination === 'document' && purpose === undefined;
}
