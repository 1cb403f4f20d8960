import { useState } from 'react';
import type { Visibility } from '#shared/decks.ts';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Who may see new decks: asked once, remembered, and closed to others until somebody says otherwise. */
export function uploadVisibility(): Visibility {
  return readSetting('visibility') === 'team' ? 'team' : 'private';
}

export function useUploadVisibility(): [Visibility, (visibility: Visibility) => void] {
  const [visibility, setVisibility] = useState(uploadVisibility);
  const choose = (wanted: Visibility) => {
    writeSetting('visibility', wanted);
    setVisibility(wanted);
  };
  return [visibility, choose];
}
