import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { launchOptionsOf } from './browser.ts';
import { packagedChromium } from './packaged-chromium.ts';

const HAS_ONE = process.platform === 'linux' && process.arch === 'x64';

describe.skipIf(!HAS_ONE)(`the Chromium of the packages${HAS_ONE ? '' : ' (there is one for Linux on x64 only)'}`, () => {
  it('shows and prints text with the font that comes with it', async () => {
    await using browser = await chromium.launch(launchOptionsOf(await packagedChromium()));
    const page = await browser.newPage();
    await page.setContent('<span>iiii</span> <span>WWWW</span>');
    const [narrow, wide] = await page
      .locator('span')
      .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().width));
    expect(narrow).toBeGreaterThan(0);
    expect(wide).toBeGreaterThan(narrow ?? 0);
    expect((await page.pdf()).toString('latin1')).toContain('/FontFile2');
  });

  it('can be run by every user, because the renderer has a user of its own if root starts it', async () => {
    const { executablePath, env } = await packagedChromium();
    const folders = [dirname(executablePath), env['LD_LIBRARY_PATH'], env['FONTCONFIG_PATH']];
    for (const path of [executablePath, ...folders]) expect((await stat(path ?? '')).mode & 0o555, path).toBe(0o555);
    for (const file of ['al2023/lib/libnss3.so', 'fonts/fonts.conf', 'fonts/fonts/Open_Sans/OpenSans-Regular.ttf'])
      expect((await stat(join(dirname(executablePath), file))).mode & 0o444, file).toBe(0o444);
  });
});
