/** A signal that is aborted with `signal`, and after a time: `ms`, rounded up to whole milliseconds. */
export function inTime(signal: AbortSignal, ms: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(ms))]);
}

/**
 * Waits for work that cannot be cancelled, at most until the signal is aborted; the result is ignored then.
 * @throws the signal's reason
 */
export async function raced<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
