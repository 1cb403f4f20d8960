const REHEARSAL = '#rehearse';

/** Whether this window is a presenter view that was opened to rehearse, so that no talk is started for it. */
export const isRehearsal = (): boolean => location.hash === REHEARSAL;

export interface PresenterWindow {
  deckId: string;
  rehearse: boolean;
}

/** The address of the presenter view. It also works in an ordinary tab. */
export function presenterViewUrl({ deckId, rehearse }: PresenterWindow): string {
  return `/decks/${encodeURIComponent(deckId)}/present${rehearse ? REHEARSAL : ''}`;
}

/**
 * Opens the presenter view in its own window, or brings it to the front. Other windows keep fullscreen and everything they show.
 *
 * @returns false if the browser blocked the popup
 */
export function openPresenterWindow(view: PresenterWindow): boolean {
  const { availWidth, availHeight } = screen;
  const size = `width=${Math.min(1280, availWidth)},height=${Math.min(800, availHeight)}`;
  return window.open(presenterViewUrl(view), `lectern-presenter-${view.deckId}`, `popup,${size}`) !== null;
}
