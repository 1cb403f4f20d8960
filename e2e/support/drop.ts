import type { JSHandle, Page } from '@playwright/test';
import { expect } from './test.ts';

export interface DroppedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Drops files onto the page; `onto` is the text of the drop target. */
export async function dropFiles(page: Page, files: readonly DroppedFile[], onto?: string): Promise<void> {
  const transfer = await holdFiles(page, files);
  // A page that has not been rendered takes no files.
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  const body = page.locator('body');
  const place = onto === undefined ? body : page.getByText(onto, { exact: true });
  await place.dispatchEvent('dragover', { dataTransfer: transfer });
  await place.dispatchEvent('drop', { dataTransfer: transfer });
}

/** Drags files over the page without dropping them. */
export async function holdFiles(page: Page, files: readonly DroppedFile[] = []): Promise<JSHandle<DataTransfer>> {
  const held = files.length > 0 ? files : [{ name: 'held.stage', bytes: Buffer.alloc(1) }];
  const transfer = await page.evaluateHandle(
    (dropped) => {
      const data = new DataTransfer();
      for (const { name, base64 } of dropped) {
        data.items.add(
          new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name, {
            type: 'application/octet-stream',
          }),
        );
      }
      return data;
    },
    held.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  );
  await page.locator('body').dispatchEvent('dragenter', { dataTransfer: transfer });
  return transfer;
}
