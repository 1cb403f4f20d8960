import { decodeFrames, type EventFrame } from './event-frames.ts';
import {
  RendererUnavailableError,
  type RenderEvent,
  RenderFailedError,
  type RenderRequest,
  REQUEST_BYTES_MAX,
} from './protocol.ts';

/** Where a renderer service is, and what it wants to see. */
export interface ServiceAddress {
  /** Ends with a slash. */
  readonly url: string;
  readonly token: string | null;
}

/** Asks a service which browser it has. @throws RendererUnavailableError */
export async function askHealth(address: ServiceAddress, signal: AbortSignal): Promise<{ browser: string }> {
  const response = await send(address, 'health', { signal });
  const body = (await response.json().catch(() => ({}))) as { browser?: unknown; message?: unknown };
  if (response.ok && typeof body.browser === 'string') return { browser: body.browser };
  throw new RendererUnavailableError(
    typeof body.message === 'string' ? body.message : `The renderer answered with the status ${response.status}.`,
  );
}

/** Runs a job on a service. See `Renderer.render`. */
export async function* renderAt(
  address: ServiceAddress,
  request: RenderRequest,
  signal: AbortSignal,
): AsyncGenerator<RenderEvent, void, undefined> {
  // Closing the connection ends the job, also when the caller leaves the loop.
  const leave = new AbortController();
  try {
    const body = JSON.stringify(request);
    if (Buffer.byteLength(body) > REQUEST_BYTES_MAX) throw new RenderFailedError('too_large');
    const response = await send(address, 'render', {
      method: 'POST',
      body,
      signal: AbortSignal.any([signal, leave.signal]),
    });
    if (!response.ok || response.body === null)
      throw new RendererUnavailableError(`The renderer answered with the status ${response.status}.`);
    const frames = decodeFrames(response.body);
    for (;;) {
      const event = eventOf(await nextFrame(frames, signal));
      yield event;
      if (event.type === 'done') return;
    }
  } finally {
    leave.abort();
  }
}

/** @param frame null if the stream has ended without the last event */
function eventOf(frame: EventFrame | null): RenderEvent {
  if (frame === null) throw new RenderFailedError('renderer_ended');
  const { header, bytes } = frame;
  if (header.type === 'unavailable') throw new RendererUnavailableError(header.message);
  if (header.type === 'ended') throw new RenderFailedError(header.reason);
  return header.type === 'picture' || header.type === 'document' ? { ...header, bytes } : header;
}

/** Null at the end of the stream. */
async function nextFrame(frames: AsyncGenerator<EventFrame>, signal: AbortSignal): Promise<EventFrame | null> {
  try {
    const result: IteratorResult<EventFrame, unknown> = await frames.next();
    return result.done === true ? null : result.value;
  } catch (error) {
    signal.throwIfAborted();
    throw new RenderFailedError('renderer_ended', { cause: error });
  }
}

async function send(
  { url, token }: ServiceAddress,
  path: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(token === null ? {} : { Authorization: `Bearer ${token}` }) };
  try {
    return await fetch(new URL(path, url), { ...init, headers });
  } catch (error) {
    init.signal.throwIfAborted();
    throw new RendererUnavailableError(`The renderer at ${url} cannot be reached.`, { cause: error });
  }
}
