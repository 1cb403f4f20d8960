import { useStore } from '@nanostores/react';
import { Suspense } from 'react';
import { $renewalWanted } from '#web/lib/session-renewal.ts';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';

const Dialog = lazyPart(async () => (await whenConnected(() => import('./SignInAgainDialog.tsx'))).SignInAgainDialog);

/** Shows a sign-in dialog over the current page if the session ends. */
export function SignInAgain() {
  const wanted = useStore($renewalWanted);
  return <Suspense>{wanted && <Dialog />}</Suspense>;
}
