import { useState } from 'react';
import { readSetting, writeSetting } from '#web/lib/settings.ts';

/** Whether a click on the slide moves; the browser remembers the choice. Off at first, because slides can be clicked for other reasons. */
export function useClickMoves(): [boolean, (moves: boolean) => void] {
  const [moves, setMoves] = useState(readSetting('click-moves') === 'true');
  const choose = (next: boolean) => {
    setMoves(next);
    writeSetting('click-moves', next ? 'true' : null);
  };
  return [moves, choose];
}
