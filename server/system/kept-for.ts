/** Returns the same result for `milliseconds`, also to those who ask while it is made. A failure is not kept. */
export function keptFor<Result>(milliseconds: number, make: () => Promise<Result>): () => Promise<Result> {
  let last: { readonly at: number; readonly result: Promise<Result> } | undefined;
  return () => {
    const at = performance.now();
    if (last !== undefined && at - last.at < milliseconds) return last.result;
    const made = { at, result: make() };
    last = made;
    made.result.catch(() => {
      if (last === made) last = undefined;
    });
    return made.result;
  };
}
