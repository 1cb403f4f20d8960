import type { Attack } from '../attack.ts';
import { contentAttacks } from './content.ts';
import { directoryAttacks, layoutAttacks } from './directory.ts';
import { endRecordAttacks } from './end-record.ts';
import { localHeaderAttacks } from './local-header.ts';
import { manifestAttacks, orderAttacks } from './manifest.ts';
import { nameAttacks } from './names.ts';

/** Attacks on the zip container. They can be tested with other zip readers, too. */
export const containerAttacks: readonly Attack[] = [
  ...endRecordAttacks,
  ...directoryAttacks,
  ...layoutAttacks,
  ...localHeaderAttacks,
  ...contentAttacks,
];

/** All attacks. */
export const attacks: readonly Attack[] = [...containerAttacks, ...nameAttacks, ...manifestAttacks, ...orderAttacks];
