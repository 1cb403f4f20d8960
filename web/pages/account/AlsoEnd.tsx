import './also-end.css';
import { useTranslation } from 'react-i18next';

/** What ends together with an old password, besides the sessions. */
export interface EndingChoice {
  endKeys: boolean;
  endRemotes: boolean;
  endPasskeys: boolean;
}

export const NOTHING_ELSE: EndingChoice = { endKeys: false, endRemotes: false, endPasskeys: false };

/** Asks what else ends with a new password. */
export function AlsoEnd({ choice, onChange }: { choice: EndingChoice; onChange: (choice: EndingChoice) => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className="also-end">
      <legend>{t('profile.alsoEnd')}</legend>
      <Check
        label={t('profile.endPasskeys')}
        checked={choice.endPasskeys}
        onChange={(endPasskeys) => onChange({ ...choice, endPasskeys })}
      />
      <Check label={t('profile.endKeys')} checked={choice.endKeys} onChange={(endKeys) => onChange({ ...choice, endKeys })} />
      <Check
        label={t('profile.endPhones')}
        checked={choice.endRemotes}
        onChange={(endRemotes) => onChange({ ...choice, endRemotes })}
      />
      <p className="also-end-hint">{t('profile.alsoHint')}</p>
    </fieldset>
  );
}

function Check({ label, checked, onChange }: { label: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="also-end-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}
