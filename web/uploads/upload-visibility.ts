import { useState } from 'react';
import type { Visibility } from '#shared/decks.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Who can see new decks: the user's last choice, private by default. */
export function uploadVisibility(): Visibility {
  return readSetting('visibility') === 'team' ? 'team' : 'private';
}

/** The visibility for new decks and a function to change it; the browser remembers it. */
export function useUploadVisibility(): [Visibility, (visibility: Visibility) => void] {
  const [visibility, setVisibility] = useState(uploadVisibility);
  const choose = (wanted: Visibility) => {
    writeSetting('visibility', wanted);
    setVisibility(wanted);
  };
  return [visibility, choose];
}
