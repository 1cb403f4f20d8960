import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A certificate for this machine that no one has signed, valid until 2126. It protects nothing, so its key may be public. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUSye7y+Wp3PqDYjhlvgqnpP5QZuowCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE0MDU0NFoYDzIxMjYxMDMw
MTQwNTQ0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATLvbwQuGtV6FHoL3EJvEpXFe5r5kn1i3kmYmMQYCzHgH1Sxnw0M28O
mEM8XbENcaH/lul7ZUZP3s9jHbD9d+qHo28wbTAdBgNVHQ4EFgQUPNtl6aKmDIMY
qs/MDWkfYfUxKK4wHwYDVR0jBBgwFoAUPNtl6aKmDIMYqs/MDWkfYfUxKK4wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgfVnTPDgKAXzdP7ed6apDweVS2xL0JYxAAwQb6XRfTboCIDzH
6CXFEGy4ikaPKGHLxh7Rgq5kHBh32s5nGhcjf0nr
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgySa6J6KlknrvLmIu
KCPw0R1v6RfjBVrPUY/LFUE2xgOhRANCAATLvbwQuGtV6FHoL3EJvEpXFe5r5kn1
i3kmYmMQYCzHgH1Sxnw0M28OmEM8XbENcaH/lul7ZUZP3s9jHbD9d+qH
-----END PRIVATE KEY-----`;
/** As `BrowserChoice.trustedKey`. */
export const CERTIFICATE_KEY = 'vc9zKuGbVnJCo0qDIZANxLlpG4mlDcn0NhRHh+jgZK0=';

/** A proxy with https in front of a server on loopback. */
export interface SecureProxy extends AsyncDisposable {
  readonly origin: string;
}

/** @param port of the server */
export async function startSecureProxy(port: number): Promise<SecureProxy> {
  const server = createServer({ cert: CERTIFICATE, key: KEY }, (incoming, response) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.once('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
