const missing = new Set<HTMLLinkElement>();

/**
 * Loads style sheets again that could not be loaded, when there is a connection. Vite requests the styles of a part once: if that fails, the part
 * can be loaded later, but would be shown without them.
 */
export function keepStyles(): void {
  document.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
    },
    { capture: true },
  );
  window.addEventListener('online', () => void loadMissingStyles().catch(() => undefined));
}

/** Loads what could not be loaded. Rejects if one of the style sheets still cannot. */
export async function loadMissingStyles(): Promise<void> {
  await Promise.all(Array.from(missing, loadAgain));
}

async function loadAgain(link: HTMLLinkElement): Promise<void> {
  missing.delete(link);
  // Only a new element loads again.
  const again = document.createElement('link');
  again.rel = 'stylesheet';
  again.href = link.href;
  again.crossOrigin = link.crossOrigin;
  await new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', () => reject(new Error(`${again.href} could not be loaded.`)));
    link.replaceWith(again);
  });
}
