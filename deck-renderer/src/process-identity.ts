/**
 * Gives up root for good. The modules of this program must be loaded before, because the new user may not be able to enter their directory.
 */
export function becomeUser(id: number): void {
  if (process.setgroups === undefined || process.setgid === undefined || process.setuid === undefined) return;
  process.setgroups([]);
  process.setgid(id);
  process.setuid(id);
}

/** The directory in which everything temporary of this process and its browsers is put. */
export function setTemporaryDirectory(path: string): void {
  // oxlint-disable-next-line node/no-process-env -- Playwright and the browser read it
  Object.assign(process.env, { TMPDIR: path, HOME: path });
}
