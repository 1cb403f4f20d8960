import { type ReactNode, Suspense, lazy, useState } from 'react';
import { Button, type ButtonProps } from '#web/ui/Button.tsx';
import { whenConnected } from '#web/lib/when-connected.ts';

const AddDeckDialog = lazy(async () => ({ default: (await whenConnected(() => import('./AddDeckDialog.tsx'))).AddDeckDialog }));

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
