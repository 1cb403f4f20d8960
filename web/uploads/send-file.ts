import type { DeckDetail, Visibility } from '#shared/decks.ts';
import { Fault } from '#web/lib/fault.ts';
import { faultFromEnvelope } from '#web/lib/rest.ts';
import { sessionRenewal } from '#web/lib/session-renewal.ts';

/** A new deck, or the deck that the package becomes a new version of. */
export type Destination = { readonly visibility: Visibility } | { readonly deckId: string };

export interface SendOptions {
  file: File;
  destination: Destination;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
}

/** Sends one package. XHR, because `fetch` cannot tell how much of a body has left. */
export async function sendFile(options: SendOptions): Promise<DeckDetail> {
  const answer = await post(options);
  if (answer.status !== 401) return read(answer);
  if (!(await sessionRenewal.ask())) throw new Fault('UNAUTHENTICATED', '');
  return read(await post(options));
}

interface Answer {
  status: number;
  body: unknown;
}

function post({ file, destination, signal, onProgress }: SendOptions): Promise<Answer> {
  const form = new FormData();
  // Fields before the file: the server knows them by the time its bytes begin.
  if ('visibility' in destination) form.append('visibility', destination.visibility);
  form.append('file', file, file.name);

  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(
      'POST',
      'deckId' in destination ? `/api/decks/${encodeURIComponent(destination.deckId)}/versions` : '/api/decks',
    );
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = () => reject(new Fault('OFFLINE', ''));
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function read({ status, body }: Answer): DeckDetail {
  if (status !== 201) throw faultFromEnvelope(body);
  // Held to `deckDetailSchema` by the server that sent it.
  return body as DeckDetail;
}

function parse(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    return null;
  }
}
