import { Fault, faultFromRecord, isRecord } from './fault.ts';

/**
 * Calls one of the routes that are not tRPC procedures.
 *
 * @throws Fault if the request fails or is refused
 */
export async function rest(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new Fault('OFFLINE', String(cause));
  });
  const answer = await readJson(response);
  if (!response.ok) throw faultFromEnvelope(answer);
  return answer;
}

/** Converts an error response of a route to a `Fault`. */
export function faultFromEnvelope(answer: unknown): Fault {
  return faultFromRecord(isRecord(answer) ? answer['error'] : null);
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    const body: unknown = text === '' ? null : JSON.parse(text);
    return body;
  } catch {
    // A proxy may answer with its own page.
    return null;
  }
}
