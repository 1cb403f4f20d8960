import './dialog.css';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useCallback, useId } from 'react';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Without it the dialog cannot be closed without an answer. */
  onClose?: () => void;
  closeLabel?: string;
}

/** A modal `<dialog>`: it traps and restores the focus and covers everything, including a page in fullscreen. */
export function Dialog({ title, children, onClose, closeLabel }: DialogProps) {
  const titleId = useId();
  const open = useCallback((dialog: HTMLDialogElement | null) => {
    if (dialog === null) return undefined;
    dialog.showModal();
    const stopLooking = focusMarked(dialog);
    return () => {
      stopLooking();
      // Before unmounting, so that the browser restores the focus.
      dialog.close();
    };
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
      // Browsers close the dialog if Escape is pressed repeatedly, even if `cancel` was prevented.
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

/**
 * Moves the focus from where the browser puts it, which is the first focusable element, to what is marked with `data-autofocus`. If that
 * is loaded first, it gets the focus as soon as it is there, unless the user has moved the focus meanwhile.
 */
function focusMarked(dialog: HTMLDialogElement): () => void {
  const first = document.activeElement;
  const look = (): void => {
    const marked = dialog.querySelector<HTMLElement>('[data-autofocus]');
    if (marked === null) return;
    if (document.activeElement === first) marked.focus();
    observer.disconnect();
  };
  const observer = new MutationObserver(look);
  observer.observe(dialog, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}
