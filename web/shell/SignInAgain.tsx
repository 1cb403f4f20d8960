import { Suspense, lazy, useSyncExternalStore } from 'react';
import { sessionRenewal } from '#web/lib/session-renewal.ts';
import { whenConnected } from '#web/lib/when-connected.ts';

const Dialog = lazy(async () => ({ default: (await whenConnected(() => import('./SignInAgainDialog.tsx'))).SignInAgainDialog }));

/** Shows a sign-in dialog over the current page if the session ends. */
export function SignInAgain() {
  const wanted = useSyncExternalStore(sessionRenewal.subscribe, sessionRenewal.isWanted);
  return <Suspense>{wanted && <Dialog />}</Suspense>;
}
