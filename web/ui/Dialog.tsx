import './dialog.css';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useId } from 'react';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Without it the dialog can only be answered, not closed. */
  onClose?: () => void;
  closeLabel?: string;
}

/** The browser's own dialog: it keeps the focus in, gives it back, and lies above everything, a page in fullscreen too. */
export function Dialog({ title, children, onClose, closeLabel }: DialogProps) {
  const titleId = useId();
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    dialog?.showModal();
    // Without such an element the browser chooses the first that can take it.
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    // Closed before it is taken away, so that the focus goes back to where it was.
    return () => dialog?.close();
  }, []);

  return (
    <dialog
      ref={open}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      // A browser may close it in spite of the above when Escape is pressed again and again.
      onClose={(event) => (onClose === undefined ? event.currentTarget.showModal() : onClose())}
      onPointerDown={(event) => event.target === event.currentTarget && onClose?.()}
    >
      <div className="dialog-content">
        <div className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {onClose !== undefined && (
            <button type="button" className="dialog-close" aria-label={closeLabel} onClick={onClose}>
              <IconX size={18} aria-hidden />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
