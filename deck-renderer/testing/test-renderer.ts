import { findBrowser } from '../../e2e/support/browser.ts';
import { type OwnRenderer, startWith } from '../src/start.ts';
import type { RenderLimits } from '../src/limits.ts';
import { RendererUnavailableError } from '../src/protocol.ts';

/** A busy machine may take several times as long as an ordinary one. */
const PATIENT: Partial<RenderLimits> = { slideMs: 60_000, deckMs: 600_000, pdfMs: 600_000 };

/**
 * A renderer with the browser of the browser tests. It has more time than in production, or other limits, and gives way to no other process,
 * which would leave it almost nothing of a busy machine. Where Chromium's sandbox does not work, it runs without it, and says so: the decks of
 * these tests are our own.
 *
 * @param trustedKey as in `BrowserChoice`
 */
export async function startTestRenderer(
  limits: Partial<RenderLimits> = {},
  trustedKey: string | null = null,
): Promise<OwnRenderer> {
  const { executablePath, env } = await findBrowser();
  const options = { browser: executablePath, path: '', log: (line: string) => void process.stderr.write(`renderer: ${line}\n`) };
  const start = (sandbox: boolean): Promise<OwnRenderer> =>
    startWith(options, { limits: { ...PATIENT, ...limits }, browser: { sandbox, env, trustedKey }, givesWay: false });
  try {
    return await start(true);
  } catch (error) {
    if (!(error instanceof RendererUnavailableError)) throw error;
    process.stderr.write(`Rendering without Chromium's sandbox, which does not work here: ${error.message}\n`);
    return start(false);
  }
}
