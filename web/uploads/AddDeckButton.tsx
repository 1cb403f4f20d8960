import { type ReactNode, Suspense, useState } from 'react';
import { Button, type ButtonProps } from '#web/ui/Button.tsx';
import { whenConnected } from '#web/lib/when-connected.ts';
import { lazyPart } from '#web/lib/page/lazy-part.tsx';

const AddDeckDialog = lazyPart(async () => (await whenConnected(() => import('./AddDeckDialog.tsx'))).AddDeckDialog);

export function AddDeckButton({ children, ...button }: ButtonProps & { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {children}
      </Button>
      <Suspense>{open && <AddDeckDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
