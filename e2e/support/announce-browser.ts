import { findBrowser } from './browser.ts';

export default async function announceBrowser(): Promise<void> {
  const { executablePath, origin } = await findBrowser();
  console.log(`Browser: ${executablePath} (from ${origin})`);
}
