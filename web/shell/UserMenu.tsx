import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/accounts.ts';
import { chooseLanguage, currentLanguage, LANGUAGES } from '#web/lib/i18n.ts';
import { signOut } from '#web/lib/session.ts';

const SCHEMES = ['auto', 'light', 'dark'] as const;

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu width={232}>
      <Menu.Target>
        <button type="button" className="user-button" aria-label={t('shell.you', { name: user.name })}>
          {initials(user.name)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="user-menu-who" role="presentation">
          <strong>{user.name}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(SCHEMES.find((scheme) => scheme === value) ?? 'auto')}>
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(`shell.themes.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Label>{t('shell.language')}</Menu.Label>
        <Menu.RadioGroup value={currentLanguage()} onChange={(value) => void chooseLanguage(value === 'de' ? 'de' : 'en')}>
          {Object.entries(LANGUAGES).map(([language, name]) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : '';
  return `${firstLetter(words[0])}${firstLetter(last)}`.toUpperCase();
}

/** As a reader counts letters: an accent or an emoji of several parts stays whole. */
function firstLetter(word = ''): string {
  return [...new Intl.Segmenter().segment(word)][0]?.segment ?? '';
}
