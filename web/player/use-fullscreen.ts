import { useSyncExternalStore } from 'react';

interface Fullscreen {
  active: boolean;
  toggle: () => Promise<void>;
}

export function useFullscreen(target: HTMLElement | null): Fullscreen {
  const active = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = async () => {
    // Phones without fullscreen for pages, and browsers that want another gesture, refuse: the deck plays on as it is.
    if (document.fullscreenElement === null) await target?.requestFullscreen?.().catch(() => undefined);
    else await document.exitFullscreen().catch(() => undefined);
  };
  return { active, toggle };
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
