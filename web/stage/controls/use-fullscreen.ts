import { useSyncExternalStore } from 'react';

export interface Fullscreen {
  active: boolean;
  toggle: () => Promise<void>;
}

/** Whether the page is in fullscreen, and a function to toggle it for `target`. */
export function useFullscreen(target: HTMLElement | null): Fullscreen {
  const active = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = async () => {
    // Some phones have no fullscreen for pages, and some browsers require another gesture. The deck then stays in the window.
    if (document.fullscreenElement === null) await target?.requestFullscreen?.().catch(() => undefined);
    else await document.exitFullscreen().catch(() => undefined);
  };
  return { active, toggle };
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
