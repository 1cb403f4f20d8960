/**
 * Sends the deck the `resize` event that the browser leaves out. A frame in its own process learns its size from the page around it. While
 * that page is busy, the scripts of the deck already run in a window of another size (0 × 0, or the 300 × 150 of a frame without a
 * size), and a browser that has not laid out anything yet does not report the change. Decks that scale themselves would stay as they are.
 */
export function sendLateResize(): void {
  let [width, height] = [innerWidth, innerHeight];
  addEventListener('resize', () => ([width, height] = [innerWidth, innerHeight]));
  const check = (): void => {
    // The browser's own event comes before the callbacks of a frame.
    if (innerWidth !== width || innerHeight !== height) dispatchEvent(new Event('resize'));
    const hasNoSize = innerWidth === 0 || innerHeight === 0;
    if (hasNoSize || document.readyState !== 'complete') requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
