import { useState } from 'react';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Whether the notes panel is open; the browser remembers the last choice. */
export function useNotesOpen(): [boolean, () => void] {
  const [open, setOpen] = useState(readSetting('notes-open') === 'true');
  const toggle = () => {
    setOpen(!open);
    writeSetting('notes-open', open ? null : 'true');
  };
  return [open, toggle];
}
