import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Fault } from '#web/lib/fault.ts';
import { startI18n } from '#web/lib/i18n.ts';
import { InApp } from '#web/lib/testing/InApp.tsx';
import type { SendOptions } from './send-file.ts';
import { $uploads, uploadQueue } from './upload-queue.ts';
import { UploadTray } from './UploadTray.tsx';

/** The uploads that are being sent, by file name. */
const { sending } = vi.hoisted(() => ({ sending: new Map<string, SendOptions & PromiseWithResolvers<never>>() }));

vi.mock('./send-file.ts', () => ({
  sendFile: (options: SendOptions) => {
    const answer = Promise.withResolvers<never>();
    sending.set(options.file.name, { ...options, ...answer });
    options.signal.addEventListener('abort', () => answer.reject(new DOMException('Cancelled', 'AbortError')));
    return answer.promise;
  },
}));

const file = (name: string) => new File(['12345678'], name);
const line = (name: string) => page.getByRole('listitem').filter({ hasText: name });

beforeAll(() => startI18n());
afterEach(() => {
  for (const { id } of $uploads.get()) {
    uploadQueue.cancel(id);
    uploadQueue.forget(id);
  }
  sending.clear();
});

test('two files are sent at a time; the next one starts when one has ended', async () => {
  await render(<UploadTray />, { wrapper: InApp });
  uploadQueue.add([file('a.stage'), file('b.stage'), file('c.stage')], 'private');
  await expect.element(line('c.stage').getByText('Waiting')).toBeVisible();
  expect([...sending.keys()]).toEqual(['a.stage', 'b.stage']);

  sending.get('a.stage')?.reject(new Fault('FORBIDDEN', ''));
  await expect.element(line('a.stage').getByRole('button', { name: 'Try a.stage again' })).toBeVisible();
  expect([...sending.keys()]).toEqual(['a.stage', 'b.stage', 'c.stage']);
});

test('the progress of a file is shown until the server checks it', async () => {
  await render(<UploadTray />, { wrapper: InApp });
  uploadQueue.add([file('a.stage')], 'private');
  sending.get('a.stage')?.onProgress(4);
  await expect.element(page.getByRole('progressbar', { name: 'Upload of a.stage' })).toHaveAttribute('aria-valuenow', '50');
  sending.get('a.stage')?.onProgress(8);
  await expect.element(line('a.stage').getByText('Checking the package…')).toBeVisible();
});

test('a cancelled upload can be tried again or removed', async () => {
  await render(<UploadTray />, { wrapper: InApp });
  uploadQueue.add([file('a.stage')], 'private');
  await page.getByRole('button', { name: 'Cancel the upload of a.stage' }).click();
  await expect.element(line('a.stage').getByText('Cancelled')).toBeVisible();

  await page.getByRole('button', { name: 'Try a.stage again' }).click();
  await expect.element(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the upload of a.stage' }).click();
  await page.getByRole('button', { name: 'Remove a.stage from this list' }).click();
  await expect.element(page.getByRole('region', { name: 'Uploads' })).not.toBeInTheDocument();
});
