import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { followSetting, readSetting, writeSetting } from '#web/lib/settings.ts';

const SETTING = 'reactions-float';

const isOn = () => readSetting(SETTING) === 'yes';
const $float = atom(isOn());
followSetting(SETTING, () => $float.set(isOn()));

/** Whether reactions rise over the slide. All windows of this browser have the same choice: the presenter view and what the audience sees. */
export function useReactionsFloat(): boolean {
  return useStore($float);
}

export function letReactionsFloat(on: boolean): void {
  writeSetting(SETTING, on ? 'yes' : null);
  $float.set(on);
}
