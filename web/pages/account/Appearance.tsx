import { useTranslation } from 'react-i18next';
import { chooseColorScheme, COLOR_SCHEMES, useColorScheme } from '#web/lib/page/color-scheme.ts';
import { chooseLanguage, currentLanguage, languageOptions } from '#web/lib/i18n.ts';
import { Choice } from '#web/ui/Segments.tsx';

export function Appearance() {
  const { t } = useTranslation();
  const colorScheme = useColorScheme();
  return (
    <div className="account-fields">
      <Choice
        label={t('shell.theme')}
        value={colorScheme}
        options={COLOR_SCHEMES.map((value) => ({ value, label: t(`shell.themes.${value}`) }))}
        onChange={chooseColorScheme}
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
