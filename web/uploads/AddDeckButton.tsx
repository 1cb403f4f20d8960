import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, Suspense, lazy, useState } from 'react';

const AddDeckDialog = lazy(async () => ({ default: (await import('./AddDeckDialog.tsx')).AddDeckDialog }));

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
