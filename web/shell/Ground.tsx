import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Toasts } from '#web/ui/Toasts.tsx';
import { SignInAgain } from './SignInAgain.tsx';

/** Under every page, signed in or not. */
export function Ground() {
  const { t } = useTranslation();
  return (
    <>
      <Outlet />
      <Toasts label={t('shell.notices')} dismissLabel={t('shell.dismiss')} />
      <SignInAgain />
    </>
  );
}
