import { account } from './de/account.ts';
import { deck } from './de/deck.ts';
import { faults } from './de/faults.ts';
import { invites } from './de/invites.ts';
import { keys } from './de/keys.ts';
import { library } from './de/library.ts';
import { notes } from './de/notes.ts';
import { player } from './de/player.ts';
import { shell } from './de/shell.ts';
import { upload } from './de/upload.ts';
import { users } from './de/users.ts';
import { versions } from './de/versions.ts';
import type { en } from './en.ts';
import type { Translated } from './messages.ts';

export const de: Translated<typeof en> = {
  account,
  deck,
  faults,
  invites,
  keys,
  library,
  notes,
  player,
  shell,
  upload,
  users,
  versions,
};
