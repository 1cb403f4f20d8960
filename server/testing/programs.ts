import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

/** Where programs are looked for: `PATH`, and the folder of servers, which ordinary users often lack. */
export function searchPath(): string {
  return [process.env['PATH'] ?? '', '/usr/sbin'].join(path.delimiter);
}

/** Replaces a part of a recipe that must be there. */
export function replaced(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`the recipe has no ${from}`);
  return result;
}

/** Whether something listens on a port of this machine. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const accepted = once(socket, 'connect').then(
    () => true,
    () => false,
  );
  return (await accepted) && socket.destroy().destroyed;
}

/** Whether a program can be started here. */
export async function isInstalled(program: string): Promise<boolean> {
  const found = await Promise.all(
    searchPath()
      .split(path.delimiter)
      .map((folder) =>
        stat(path.join(folder, program)).then(
          () => true,
          () => false,
        ),
      ),
  );
  return found.includes(true);
}
