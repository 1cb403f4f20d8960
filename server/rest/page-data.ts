import type { Request, Response } from 'express';
import type { Sessions } from '#server/auth/sessions.ts';
import type { PageDataSource } from '#server/http/built-web-app.ts';
import type { Context } from '#server/rpc/context.ts';
import { createCallerFactory } from '#server/rpc/trpc.ts';
import { DECK_SORTS } from '#shared/deck-lists.ts';
import {
  type DeckPageData,
  LIBRARY_FIRST_PAGE,
  type LibraryPageData,
  type PageData,
  type PageWithData,
} from '#shared/page-data.ts';
import { appRouter } from './root.router.ts';

interface Dependencies {
  readonly createContext: (request: Request, response: Response) => Promise<Context>;
  readonly sessions: Pick<Sessions, 'current'>;
}

const callerOf = createCallerFactory(appRouter);

/**
 * What a page would ask for first, read for the session of the request by the same procedures. Null if one of them refuses, or
 * cannot answer: the page then asks by itself and shows what is wrong.
 */
export function pageData({ createContext, sessions }: Dependencies): PageDataSource {
  const read = async (request: Request, response: Response, page: PageWithData): Promise<PageData | null> => {
    const context = await createContext(request, response);
    if (context.actor?.credential.kind !== 'session') return null;
    const [current, answers] = await Promise.all([
      sessions.current({ cookie: request.headers.cookie }),
      page.kind === 'deck' ? ofDeck(context, page.deckId) : ofLibrary(context),
    ]);
    for (const cookie of current.headers.getSetCookie()) response.append('Set-Cookie', cookie);
    // The session has ended, or another one began, while the answers were read.
    if (current.body?.session.id !== context.actor.credential.id) return null;
    return { session: current.body, ...answers };
  };
  return (request, response, page) =>
    isOpened(request) ? read(request, response, page).catch(() => null) : Promise.resolve(null);
}

async function ofDeck(context: Context, deckId: string): Promise<Omit<DeckPageData, 'session'>> {
  const { decks, playback, openings } = callerOf(context);
  const [deck, address, opening, trust] = await Promise.all([
    decks.get({ id: deckId }),
    playback.open({ id: deckId }),
    openings.get({ deckId }),
    playback.trust({ id: deckId }),
  ]);
  return { kind: 'deck', deckId, deck, playback: address, opening, trust };
}

async function ofLibrary(context: Context): Promise<Omit<LibraryPageData, 'session'>> {
  const { decks, talks, openings } = callerOf(context);
  const [list, live, opened] = await Promise.all([
    decks.list({ sort: DECK_SORTS[0], limit: LIBRARY_FIRST_PAGE }),
    talks.live(),
    openings.latest(),
  ]);
  return { kind: 'library', decks: list, live, opened };
}

/** Whether a browser shows the page now. Scripts and frames have no use for the data, and a page fetched ahead may be shown after someone else has signed in. */
function isOpened({ headers }: Request): boolean {
  const { 'sec-fetch-dest': destination = 'document', 'sec-purpose': purpose } = headers;
  return destination === 'document' && purpose === undefined;
}
