import { useStore } from '@nanostores/react';
import { Suspense, lazy } from 'react';
import { $renewalWanted } from '#web/lib/session-renewal.ts';
import { whenConnected } from '#web/lib/when-connected.ts';

const Dialog = lazy(async () => ({ default: (await whenConnected(() => import('./SignInAgainDialog.tsx'))).SignInAgainDialog }));

/** Shows a sign-in dialog over the current page if the session ends. */
export function SignInAgain() {
  const wanted = useStore($renewalWanted);
  return <Suspense>{wanted && <Dialog />}</Suspense>;
}
