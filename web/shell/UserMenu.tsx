import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { User } from '#shared/accounts.ts';
import { chooseLanguage, currentLanguage, LANGUAGES, type Language } from '#web/lib/i18n.ts';
import { signOut } from '#web/lib/session.ts';

const SCHEMES = ['auto', 'light', 'dark'] as const;
const isLanguage = (value: string): value is Language => value in LANGUAGES;

export function UserMenu({ user }: { user: User }) {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={232} shadow="none">
      <Menu.Target>
        <button type="button" className="user-button" aria-label={t('shell.you', { name: user.name })}>
          {initials(user.name)}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className="user-menu-who">
          <strong>{user.name}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('shell.theme')}</Menu.Label>
        {SCHEMES.map((scheme) => (
          <Choice key={scheme} chosen={scheme === colorScheme} onChoose={() => setColorScheme(scheme)}>
            {t(`shell.themes.${scheme}`)}
          </Choice>
        ))}
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {Object.keys(LANGUAGES).filter(isLanguage).map((language) => (
          <Choice key={language} chosen={language === currentLanguage()} onChoose={() => void chooseLanguage(language)}>
            <span lang={language}>{LANGUAGES[language]}</span>
          </Choice>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Choice({ chosen, onChoose, children }: { chosen: boolean; onChoose: () => void; children: React.ReactNode }) {
  return (
    <Menu.Item
      role="menuitemradio"
      aria-checked={chosen}
      closeMenuOnClick={false}
      leftSection={<IconCheck size={16} aria-hidden style={{ opacity: chosen ? 1 : 0 }} />}
      onClick={onChoose}
    >
      {children}
    </Menu.Item>
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
