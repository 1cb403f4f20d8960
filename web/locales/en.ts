import { account } from './en/account.ts';
import { deck } from './en/deck.ts';
import { faults } from './en/faults.ts';
import { invites } from './en/invites.ts';
import { keys } from './en/keys.ts';
import { library } from './en/library.ts';
import { notes } from './en/notes.ts';
import { player } from './en/player.ts';
import { shell } from './en/shell.ts';
import { upload } from './en/upload.ts';
import { users } from './en/users.ts';
import { versions } from './en/versions.ts';

export const en = { account, deck, faults, invites, keys, library, notes, player, shell, upload, users, versions };
