/**
 * A slide that is loaded before its turn behaves as one in a tab that nobody looks at: scripts have run, but no animation, video or
 * sound begins before it is seen. (A browser's own prerendering does the same.) Gives the call that says that it is.
 */
export function waitToBeSeen(): () => void {
  let begin: (() => void)[] = [pauseAnimations(), holdFrames(), holdMedia(), seemHidden()];
  return () => {
    for (const go of begin) go();
    begin = [];
  };
}

function pauseAnimations(): () => void {
  const paused = new CSSStyleSheet();
  paused.replaceSync('*, ::before, ::after { animation-play-state: paused !important }');
  document.adoptedStyleSheets.push(paused);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== paused);
  };
}

function holdFrames(): () => void {
  const request = window.requestAnimationFrame.bind(window);
  const cancel = window.cancelAnimationFrame.bind(window);
  const held = new Map<number, FrameRequestCallback>();
  const requested = new Map<number, number>();
  // The browser's own numbers are positive.
  let last = 0;
  window.requestAnimationFrame = (callback) => {
    last -= 1;
    held.set(last, callback);
    return last;
  };
  window.cancelAnimationFrame = (id) => {
    if (!held.delete(id)) cancel(requested.get(id) ?? id);
  };
  return () => {
    window.requestAnimationFrame = request;
    for (const [id, callback] of held) requested.set(id, request(callback));
    held.clear();
  };
}

function holdMedia(): () => void {
  const prototype = HTMLMediaElement.prototype;
  const original = Object.getOwnPropertyDescriptor(prototype, 'play') ?? {};
  const held: (() => void)[] = [];
  const automatic = new Set<HTMLMediaElement>();
  prototype.play = function hold(this: HTMLMediaElement) {
    return new Promise((resolve, reject) => void held.push(() => void this.play().then(resolve, reject)));
  };
  // Long before enough of a video has been loaded to play by itself.
  const observer = new MutationObserver(() => {
    for (const media of document.querySelectorAll<HTMLMediaElement>('video[autoplay], audio[autoplay]')) {
      automatic.add(media);
      media.autoplay = false;
    }
  });
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['autoplay'] });
  return () => {
    observer.disconnect();
    Object.defineProperty(prototype, 'play', original);
    for (const go of held) go();
    for (const media of automatic) {
      media.autoplay = true;
      // The browser may not let it, as it may not let any other that starts by itself.
      media.play().catch(() => undefined);
    }
  };
}

function seemHidden(): () => void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  return () => {
    Reflect.deleteProperty(document, 'hidden');
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  };
}
