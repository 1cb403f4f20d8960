import { account } from './de/account.ts';
import { deck } from './de/deck.ts';
import { faults } from './de/faults.ts';
import { history } from './de/history.ts';
import { ink } from './de/ink.ts';
import { invites } from './de/invites.ts';
import { keys } from './de/keys.ts';
import { library } from './de/library.ts';
import { live } from './de/live.ts';
import { notes } from './de/notes.ts';
import { outbox } from './de/outbox.ts';
import { player } from './de/player.ts';
import { presenter } from './de/presenter.ts';
import { profile } from './de/profile.ts';
import { remote } from './de/remote.ts';
import { shell } from './de/shell.ts';
import { talk } from './de/talk.ts';
import { trust } from './de/trust.ts';
import { upload } from './de/upload.ts';
import { users } from './de/users.ts';
import { versions } from './de/versions.ts';
import type { en } from './en.ts';
import type { Translated } from './messages.ts';

export const de: Translated<typeof en> = {
  account,
  deck,
  faults,
  history,
  ink,
  invites,
  keys,
  library,
  live,
  notes,
  outbox,
  player,
  presenter,
  profile,
  remote,
  shell,
  talk,
  trust,
  upload,
  users,
  versions,
};
