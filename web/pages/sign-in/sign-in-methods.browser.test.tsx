import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { queryClient } from '#web/lib/query-client.ts';
import { FakeApi } from '#web/lib/testing/fake-api.ts';
import { InApp } from '#web/lib/testing/InApp.tsx';
import { useSignInMethods } from './use-sign-in-methods.ts';

function Methods() {
  const methods = useSignInMethods();
  return <p role="status">{methods?.provider?.name ?? (methods?.passwords === true ? 'password' : 'unknown')}</p>;
}

const status = page.getByRole('status');

afterEach(() => {
  vi.useRealTimers();
  onlineManager.setOnline(true);
  queryClient.clear();
  vi.restoreAllMocks();
});

test('without a connection people can try with a password, until the server says how they sign in', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const api = FakeApi.install();
  onlineManager.setOnline(false);
  // A change that waits for the connection, and is refused then until the user has signed in again.
  const change = queryClient.getMutationCache().build(queryClient, { mutationFn: () => new Promise(() => undefined) });
  void change.execute(undefined);
  await render(<Methods />, { wrapper: InApp });
  await vi.advanceTimersByTimeAsync(5000);
  await expect.element(status).toHaveTextContent('password');

  const provider = { name: 'Company', reachable: true };
  api.on('methods.list', () => ({ passwords: false, mail: false, provider }));
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.element(status).toHaveTextContent('Company');
});
