import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/lib/query-client.ts';
import { FrameQueue } from '#web/ui/frame-queue.ts';

/** In pixels. The pictures that the server makes of every slide are half as wide. */
const WIDTH = 1280;
const USUAL_WIDTH = 640;
/** The server makes a picture while the request waits. How often one is asked for that takes longer. */
const TRIES_MAX = 6;
const AGAIN_SECONDS = 5;
const KEY = 'large picture';

/** The server has room for a few such requests of one user, so they wait here. */
const queue = new FrameQueue();

queryClient.getQueryCache().subscribe((event) => {
  const key: unknown = event.query.queryKey;
  const data: unknown = event.query.state.data;
  const isOurs = Array.isArray(key) && key[0] === KEY;
  if (event.type === 'removed' && isOurs && typeof data === 'string') URL.revokeObjectURL(data);
});

/**
 * A picture of a slide that is sharp where the usual one is not.
 *
 * @param thumbnailUrl the usual picture
 * @param pixels how wide it is shown, in pixels of the device; 0: not at all
 * @returns its address, null if there is none; undefined while it is made
 */
export function useLargePicture(thumbnailUrl: string | null, pixels: number): string | null | undefined {
  const isNeeded = thumbnailUrl !== null && pixels > USUAL_WIDTH;
  const { data } = useQuery({
    queryKey: [KEY, thumbnailUrl],
    queryFn: ({ signal }) => inTurn(() => loadPicture(`${thumbnailUrl ?? ''}&width=${WIDTH}`, signal), signal),
    enabled: isNeeded,
    staleTime: 'static',
    retry: false,
  });
  return isNeeded ? data : null;
}

async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let end = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      end = queue.add(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    return await work();
  } finally {
    end();
  }
}

/**
 * Loads a picture that the server may have to make first.
 *
 * @returns the address of its bytes; null if there is none, or it is not made in time
 * @throws the signal's reason
 */
export async function loadPicture(url: string, signal: AbortSignal): Promise<string | null> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const response = await fetch(url, { signal }).catch(() => null);
    signal.throwIfAborted();
    if (response?.ok === true) return URL.createObjectURL(await response.blob());
    if (response?.status !== 503) return null;
    const seconds = Number(response.headers.get('Retry-After')) || AGAIN_SECONDS;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    signal.throwIfAborted();
  }
  return null;
}
