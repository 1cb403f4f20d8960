import './dialog.css';
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Without it the dialog can only be answered, not closed. */
  onClose?: () => void;
  closeLabel?: string;
  zIndex?: number;
  /** Where it is put instead of the end of the page: in fullscreen only what is inside is seen. */
  within?: HTMLElement | null;
}

export function Dialog({ title, children, onClose, closeLabel, zIndex = 300, within = null }: DialogProps) {
  const closable = onClose !== undefined;
  return (
    <Modal.Root
      opened
      centered
      onClose={onClose ?? (() => undefined)}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      // The page keeps its scrollbar, so that nothing behind the dialog moves.
      lockScroll={false}
      zIndex={zIndex}
      {...(within !== null && { portalProps: { target: within } })}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className="dialog-head">
          <Modal.Title>{title}</Modal.Title>
          {closable && <Modal.CloseButton aria-label={closeLabel} />}
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
