import { expect, type Locator } from '@playwright/test';
import { create } from 'qrcode';

/** Expects that a drawn QR code holds this text. Chromium on Linux has no `BarcodeDetector`, so the modules are compared. */
export async function expectCode(image: Locator, text: string): Promise<void> {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = Array.from({ length: size * size }, (_, nth) => [nth % size, Math.floor(nth / size)] as const)
    .filter(([column, row]) => modules.get(row, column))
    .map(([column, row]) => `M${column} ${row}h1v1h-1z`);
  await expect(image.locator('path')).toHaveAttribute('d', dark.join(''));
}
