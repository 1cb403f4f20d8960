import type { DeckDetail, Visibility } from '#shared/decks.ts';
import { Fault } from '#web/lib/fault.ts';
import { faultFromEnvelope } from '#web/lib/rest.ts';
import { expectedUserHeader } from '#web/lib/session.ts';
import { sendRenewing } from '#web/lib/session-renewal.ts';

/** A new deck, or a new version of an existing one. */
export type Destination = { readonly visibility: Visibility } | { readonly deckId: string };

export interface SendOptions {
  file: File;
  destination: Destination;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
}

/**
 * Uploads one package. Uses XHR, because `fetch` does not report upload progress.
 *
 * @throws Fault if the upload fails or is refused
 */
export async function sendFile(options: SendOptions): Promise<DeckDetail> {
  return sendRenewing(async () => read(await post(options)));
}

interface Answer {
  status: number;
  body: unknown;
}

function post({ file, destination, signal, onProgress }: SendOptions): Promise<Answer> {
  const form = new FormData();
  // Fields must come before the file, because the server needs them when the file starts.
  if ('visibility' in destination) form.append('visibility', destination.visibility);
  form.append('file', file, file.name);

  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(
      'POST',
      'deckId' in destination ? `/api/decks/${encodeURIComponent(destination.deckId)}/versions` : '/api/decks',
    );
    for (const [name, value] of Object.entries(expectedUserHeader())) request.setRequestHeader(name, value);
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
  // A proxy may answer so as well, with its own page.
  if (status === 401) throw new Fault('UNAUTHENTICATED', '');
  if (status !== 201) throw faultFromEnvelope(body);
  // The server validates its answer with `deckDetailSchema`.
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
