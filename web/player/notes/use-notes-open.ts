import { useState } from 'react';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Whether the notes stand beside the slide: as this person last had them. */
export function useNotesOpen(): [boolean, () => void] {
  const [open, setOpen] = useState(readSetting('notes-open') === 'true');
  const toggle = () => {
    setOpen(!open);
    writeSetting('notes-open', open ? null : 'true');
  };
  return [open, toggle];
}
