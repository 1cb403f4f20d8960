import { account } from './en/account.ts';
import { deck } from './en/deck.ts';
import { faults } from './en/faults.ts';
import { history } from './en/history.ts';
import { ink } from './en/ink.ts';
import { invites } from './en/invites.ts';
import { keys } from './en/keys.ts';
import { library } from './en/library.ts';
import { live } from './en/live.ts';
import { notes } from './en/notes.ts';
import { outbox } from './en/outbox.ts';
import { player } from './en/player.ts';
import { presenter } from './en/presenter.ts';
import { profile } from './en/profile.ts';
import { remote } from './en/remote.ts';
import { shell } from './en/shell.ts';
import { talk } from './en/talk.ts';
import { trust } from './en/trust.ts';
import { upload } from './en/upload.ts';
import { users } from './en/users.ts';
import { versions } from './en/versions.ts';

export const en = {
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
