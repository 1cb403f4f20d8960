import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './browser.ts';

/**
 * Opens a Chromium that blocks cookies and storage of other sites, as its setting "Block third-party cookies" does. The setting is one of the
 * profile, so it needs a browser with a profile of its own.
 */
export async function strictBrowser(): Promise<{ context: BrowserContext; [Symbol.asyncDispose](): Promise<void> }> {
  const { executablePath, env } = await findBrowser();
  const profile = await mkdtemp(join(tmpdir(), 'lectern-profile-'));
  await mkdir(join(profile, 'Default'));
  const preferences = { profile: { block_third_party_cookies: true, cookie_controls_mode: 1 } };
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: BROWSER_FLAGS,
    env: { ...process.env, ...env },
    chromiumSandbox: false,
  });
  return {
    context,
    async [Symbol.asyncDispose]() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
