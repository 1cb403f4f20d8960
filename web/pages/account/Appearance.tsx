import { useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage, languageOptions } from '#web/lib/i18n.ts';
import { Choice } from '#web/ui/Segments.tsx';

export function Appearance() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className="account-fields">
      <Choice
        label={t('shell.theme')}
        value={colorScheme}
        options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`shell.themes.${value}`) }))}
        onChange={setColorScheme}
      />
      <Choice
        label={t('shell.language')}
        value={currentLanguage()}
        options={languageOptions()}
        onChange={(language) => void chooseLanguage(language)}
      />
      <p className="account-hint">{t('profile.lookHint')}</p>
    </div>
  );
}
