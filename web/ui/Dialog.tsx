import { Modal, type ModalProps } from '@mantine/core';
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

export function Dialog({ title, children, onClose, closeLabel, zIndex = 300, within }: DialogProps) {
  const closable = onClose !== undefined;
  const place: Partial<ModalProps> = within == null ? {} : { portalProps: { target: within } };
  return (
    <Modal
      opened
      centered
      title={title}
      onClose={onClose ?? (() => undefined)}
      withCloseButton={closable}
      closeOnEscape={closable}
      closeOnClickOutside={closable}
      closeButtonProps={{ 'aria-label': closeLabel }}
      // The page keeps its scrollbar, so that nothing behind the dialog moves.
      lockScroll={false}
      zIndex={zIndex}
      {...place}
    >
      {children}
    </Modal>
  );
}
