/**
 * A process that sends wrong sign-ins until its standard input ends, and then prints how many were answered with each status, as JSON.
 * Each attempt is for another account and comes from another address, so that no limit stops it before its hash is computed.
 *
 * Arguments: the server's origin, and how many attempts are under way at once.
 */
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

const [origin = '', atOnce = '1'] = process.argv.slice(2);
const statuses: Record<number, number> = {};
const stopping = new AbortController();
let nth = 0;

/** The status; 0 if the connection was closed without a response. */
function attempt(): Promise<number> {
  nth += 1;
  const headers = {
    origin,
    'content-type': 'application/json',
    'x-forwarded-for': `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`,
  };
  return new Promise((resolve) => {
    const sent = request(`${origin}/api/auth/sign-in/email`, { agent: false, method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', () => resolve(0));
    sent.end(JSON.stringify({ email: `${randomUUID()}@example.test`, password: 'not the password' }));
  });
}

async function repeat(): Promise<void> {
  while (!stopping.signal.aborted) {
    const status = await attempt();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

process.stdin.resume().once('end', () => stopping.abort());
await Promise.all(Array.from({ length: Number(atOnce) }, repeat));
console.log(JSON.stringify(statuses));
