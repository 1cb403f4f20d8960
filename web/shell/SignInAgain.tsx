import { Suspense, lazy, useSyncExternalStore } from 'react';
import { sessionRenewal } from '#web/lib/session-renewal.ts';
import { whenConnected } from '#web/lib/when-connected.ts';

const Dialog = lazy(async () => ({ default: (await whenConnected(() => import('./SignInAgainDialog.tsx'))).SignInAgainDialog }));

/** Waits for a session to end while somebody works, and asks them in again over what they were doing. */
export function SignInAgain() {
  const wanted = useSyncExternalStore(sessionRenewal.subscribe, sessionRenewal.isWanted);
  return <Suspense>{wanted && <Dialog />}</Suspense>;
}
