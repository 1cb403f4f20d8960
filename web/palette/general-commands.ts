import {
  IconHistory,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMailPlus,
  IconMoon,
  IconServer,
  IconSlideshow,
  IconStar,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { AnyRouter } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import type { User } from '#shared/accounts.ts';
import { chooseLanguage, languageOptions } from '#web/lib/i18n.ts';
import { chooseColorScheme, COLOR_SCHEMES } from '#web/lib/page/color-scheme.ts';
import { signOut } from '#web/lib/session.ts';
import type { PaletteCommand } from './palette-command.ts';

/** The commands that every page has. */
export function generalCommands(t: TFunction, { navigate }: Pick<AnyRouter, 'navigate'>, { role }: User): PaletteCommand[] {
  const go =
    (to: string, search: Readonly<Record<string, unknown>> = {}) =>
    () =>
      void navigate({ to, search });
  const pages: PaletteCommand[] = [
    { id: 'library', label: t('shell.library'), Icon: IconSlideshow, run: go('/') },
    { id: 'starred', label: t('library.starredTitle'), Icon: IconStar, run: go('/', { starred: true }) },
    { id: 'trash', label: t('shell.trash'), Icon: IconTrash, run: go('/trash') },
    { id: 'account', label: t('shell.account'), Icon: IconUser, run: go('/account') },
    { id: 'keys', label: t('shell.keys'), Icon: IconKey, run: go('/account/keys') },
  ];
  const administration: PaletteCommand[] = [
    { id: 'people', label: t('shell.people'), Icon: IconUsers, run: go('/admin/users') },
    { id: 'invites', label: t('shell.invites'), Icon: IconMailPlus, run: go('/admin/invites') },
    { id: 'audit', label: t('audit.title'), Icon: IconHistory, run: go('/admin/audit') },
    { id: 'system', label: t('users.system'), Icon: IconServer, run: go('/admin/system') },
  ];
  return [
    ...pages,
    ...(role === 'admin' ? administration : []),
    ...COLOR_SCHEMES.map((scheme) => ({
      id: `theme.${scheme}`,
      label: t('palette.choice', { name: t('shell.theme'), value: t(`shell.themes.${scheme}`) }),
      names: [t(`shell.themes.${scheme}`)],
      Icon: IconMoon,
      run: () => chooseColorScheme(scheme),
    })),
    ...languageOptions().map(({ value, label }) => ({
      id: `language.${value}`,
      label: t('palette.choice', { name: t('shell.language'), value: label }),
      names: [label],
      Icon: IconLanguage,
      run: () => void chooseLanguage(value),
    })),
    { id: 'sign-out', label: t('shell.signOut'), Icon: IconLogout, run: () => void signOut() },
  ];
}
