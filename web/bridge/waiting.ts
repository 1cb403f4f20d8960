/** The browser's own function: in a slide that is loaded ahead, scripts get another one, which waits until the slide is shown. */
export const nextFrame = window.requestAnimationFrame.bind(window);

/**
 * Makes a slide that is loaded ahead behave like a background tab, as browser prerendering does: its scripts run, but no
 * animation, video or sound starts. Returns a function that starts everything once the slide is shown.
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
  const cancel = window.cancelAnimationFrame.bind(window);
  const held = new Map<number, FrameRequestCallback>();
  const requested = new Map<number, number>();
  // The browser's own ids are positive.
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
    window.requestAnimationFrame = nextFrame;
    for (const [id, callback] of held) requested.set(id, nextFrame(callback));
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
  // This runs long before a video has loaded enough to autoplay.
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
      // The browser may block this, as it may block any other autoplay.
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
