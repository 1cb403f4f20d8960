import { useStore } from '@nanostores/react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { whenInputRests } from '#web/lib/page/input-rest.ts';
import { $renewalWanted } from '#web/lib/session-renewal.ts';
import { whenConnected } from '#web/lib/when-connected.ts';

const Dialog = lazy(async () => ({ default: (await whenConnected(() => import('./SignInAgainDialog.tsx'))).SignInAgainDialog }));

/** Shows a sign-in dialog over the current page if the session ends: as soon as the user pauses, because it takes the focus. */
export function SignInAgain() {
  const wanted = useStore($renewalWanted);
  return <Suspense>{wanted && <InPause />}</Suspense>;
}

function InPause() {
  const [pauses, setPauses] = useState(false);
  useEffect(() => whenInputRests(() => setPauses(true)), []);
  return pauses && <Dialog />;
}
