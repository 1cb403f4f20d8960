/**
 * A process that follows a talk as many visitors do, each with a connection of its own. It prints a line when all are connected, and
 * after its standard input has ended, as JSON, the times at which they heard of each place (milliseconds of the epoch, by slide).
 *
 * Arguments: the port of the server, the token of the link, and how many visitors there are.
 */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const [port = '', token = '', wanted = '1'] = process.argv.slice(2);
const count = Number(wanted);
/** Connections that are opened at once. */
const OPENING = 50;

const PLACE = '"slideIndex":';
const heard: Record<number, number[]> = {};
let broken = 0;

/** Resolves when the visitor has heard of the talk. */
function follow(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(Number(port), '127.0.0.1');
  let isOpen = false;
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.write(`GET /api/shared/${token}/events HTTP/1.1\r\nHost: localhost:${port}\r\nAccept: text/event-stream\r\n\r\n`);
  socket.on('data', (text: string) => {
    // A frame is small enough to come in one piece.
    for (let at = text.indexOf(PLACE); at >= 0; at = text.indexOf(PLACE, at + 1)) {
      const slide = Number.parseInt(text.slice(at + PLACE.length, at + PLACE.length + 6), 10);
      (heard[slide] ??= []).push(performance.timeOrigin + performance.now());
      isOpen = true;
      resolve();
    }
  });
  socket.on('error', reject).once('close', () => {
    broken += 1;
    if (!isOpen) reject(new Error('The server has closed a connection.'));
  });
  return promise;
}

for (let opened = 0; opened < count; opened += OPENING) {
  await Promise.all(Array.from({ length: Math.min(OPENING, count - opened) }, follow));
  await delay(5);
}
process.stdout.write('connected\n');
process.stdin.resume().once('end', () => {
  process.stdout.write(JSON.stringify({ heard, broken }), () => process.exit());
});
