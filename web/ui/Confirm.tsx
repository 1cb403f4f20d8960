import './confirm.css';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmProps {
  /** The question. */
  title: string;
  /** Describes what will happen. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  closeLabel: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an irreversible action. The focus starts on the cancel button. */
export function Confirm({ title, children, confirmLabel, cancelLabel, closeLabel, pending, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} closeLabel={closeLabel} onClose={onClose}>
      <div className="confirm-words">{children}</div>
      <div className="confirm-choices">
        <Button variant="default" data-autofocus onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button className="confirm-destroys" loading={pending} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
