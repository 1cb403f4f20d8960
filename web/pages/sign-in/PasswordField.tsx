import { PasswordInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MAX, PASSWORD_MIN } from '#shared/limits.ts';

type PasswordFieldProps = Omit<ComponentProps<typeof PasswordInput>, 'value' | 'onChange'> & {
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onChange: (value: string) => void;
};

/** A password that somebody has, or chooses: only a new one is held to the rules for new ones. */
export function PasswordField({ autoComplete, onChange, ...props }: PasswordFieldProps) {
  const { t } = useTranslation();
  const isNew = autoComplete === 'new-password';
  return (
    <PasswordInput
      autoComplete={autoComplete}
      required
      withAsterisk={false}
      maxLength={PASSWORD_MAX}
      visibilityToggleButtonProps={{ 'aria-label': t('account.showPassword') }}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(isNew && { description: t('account.passwordRule'), minLength: PASSWORD_MIN })}
      {...props}
    />
  );
}
