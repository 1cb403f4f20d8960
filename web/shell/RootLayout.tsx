import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Toasts } from '#web/ui/Toasts.tsx';
import { SignInAgain } from './SignInAgain.tsx';

/** The root of every page, signed in or not. */
export function RootLayout() {
  const { t } = useTranslation();
  return (
    <>
      <Outlet />
      <Toasts label={t('shell.notices')} dismissLabel={t('shell.dismiss')} />
      <SignInAgain />
    </>
  );
}
