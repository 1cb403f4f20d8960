import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MAX, PASSWORD_MIN } from '#shared/limits.ts';
import { TextField, type TextFieldProps } from '#web/ui/TextField.tsx';

type PasswordFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onChange: (value: string) => void;
};

/** A field for an existing password or a new one. Only a new one must follow the rules for passwords. */
export function PasswordField({ autoComplete, onChange, ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const isNew = autoComplete === 'new-password';
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      autoComplete={autoComplete}
      required
      maxLength={PASSWORD_MAX}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isNew && { description: t('account.passwordRule'), minLength: PASSWORD_MIN })}
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <button type="button" aria-label={t('account.showPassword')} aria-pressed={shown} onClick={() => setShown(!shown)}>
          <Icon size={18} aria-hidden />
        </button>
      }
    />
  );
}
