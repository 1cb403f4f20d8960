import { type BrowserChoice, type JobBrowser, openBrowser } from './browser.ts';
import { type EventFrame, eventOf } from './event-frames.ts';
import { Gate } from './gate.ts';
import type { RenderLimits } from './limits.ts';
import { renderPdf } from './pdf/render-pdf.ts';
import type { RenderRequest } from './protocol.ts';
import { renderPictures } from './render-pictures.ts';
import { SlideStage } from './slides/slide-stage.ts';
import { JobEnded, Watch } from './watch.ts';

/**
 * Renders pictures or a PDF of a deck in a browser that is started for it and killed afterwards.
 * @param signal ends the job; nothing more is yielded then
 * @throws RendererUnavailableError if the browser does not start
 */
export async function* renderDeck(
  request: RenderRequest,
  choice: BrowserChoice,
  limits: RenderLimits,
  signal: AbortSignal,
): AsyncGenerator<EventFrame> {
  const { deck } = request;
  const gate = await Gate.open(deck.baseUrl, limits.requests);
  let browser: JobBrowser | undefined;
  let watch: Watch | undefined;
  try {
    browser = await openBrowser(choice, gate, deck.baseUrl);
    watch = new Watch(browser, limits, 'pdf' in request ? limits.pdfMs : limits.deckMs, signal);
    const stage = new SlideStage(deck, browser, limits.slideMs, watch);
    if ('pdf' in request) yield* renderPdf(request, { stage, watch, browser, limits });
    else yield* renderPictures(request, { stage, watch, slideMs: limits.slideMs });
    yield eventOf({ type: 'done' });
  } catch (error) {
    const reason: unknown = watch?.signal.reason;
    if (!(reason instanceof JobEnded)) throw error;
    yield eventOf({ type: 'ended', reason: reason.reason });
  } finally {
    watch?.stop();
    await browser?.kill();
    gate.close();
  }
}
