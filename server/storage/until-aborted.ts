/**
 * The result of some work, or the reason of the signal if it is aborted first. The work itself continues: a system call that hangs on a
 * dead mount cannot be cancelled, but its callers must not hang as well.
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const left = Promise.withResolvers<never>();
  const leave = (): void => left.reject(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
