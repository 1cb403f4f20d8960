import { IconKey, IconLogout, IconTrash, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/accounts.ts';
import { chooseColorScheme, COLOR_SCHEMES, useColorScheme } from '#web/lib/page/color-scheme.ts';
import { chooseLanguage, currentLanguage, languageOptions } from '#web/lib/i18n.ts';
import { signOut } from '#web/lib/session.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { DropMenu, MenuChoice, MenuItem, MenuLine } from '#web/ui/DropMenu.tsx';

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const colorScheme = useColorScheme();
  return (
    <DropMenu label={t('shell.you', { name: user.name })} className="user-button" icon={<Avatar person={user} />}>
      <p className="user-menu-who" role="presentation">
        <strong>{user.name}</strong>
        <span>{user.email}</span>
      </p>
      <MenuLine />
      <MenuChoice
        label={t('shell.theme')}
        value={colorScheme}
        options={COLOR_SCHEMES.map((value) => ({ value, label: t(`shell.themes.${value}`) }))}
        onChoose={chooseColorScheme}
      />
      <MenuChoice
        label={t('shell.language')}
        value={currentLanguage()}
        options={languageOptions()}
        onChoose={(language) => void chooseLanguage(language)}
      />
      <MenuLine />
      <MenuItem icon={<IconTrash size={16} aria-hidden />} onChoose={() => void navigate({ to: '/trash' })}>
        {t('shell.trash')}
      </MenuItem>
      <MenuItem icon={<IconUser size={16} aria-hidden />} onChoose={() => void navigate({ to: '/account' })}>
        {t('shell.account')}
      </MenuItem>
      <MenuItem icon={<IconKey size={16} aria-hidden />} onChoose={() => void navigate({ to: '/account/keys' })}>
        {t('shell.keys')}
      </MenuItem>
      <MenuItem icon={<IconLogout size={16} aria-hidden />} onChoose={() => void signOut()}>
        {t('shell.signOut')}
      </MenuItem>
    </DropMenu>
  );
}
