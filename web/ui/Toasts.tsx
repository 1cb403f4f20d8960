import './toasts.css';
import { useStore } from '@nanostores/react';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { $toasts, type Toast, toastStore } from './toast-store.ts';

interface ToastsProps {
  label: string;
  dismissLabel: string;
}

/** Short notices at the bottom of the page. They stay while the pointer or the focus is on them. */
export function Toasts({ label, dismissLabel }: ToastsProps) {
  const toasts = useStore($toasts);
  return (
    <section className="toasts" aria-label={label} aria-live="polite">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} dismissLabel={dismissLabel} />
      ))}
    </section>
  );
}

function ToastLine({ toast, dismissLabel }: { toast: Toast; dismissLabel: string }) {
  const [held, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => toastStore.end(toast.id), toast.lifeMs);
    return () => clearTimeout(timer);
  }, [held, toast]);

  return (
    <div className="toast" data-tone={toast.tone} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <p>{toast.text}</p>
      {toast.action !== undefined && (
        <button type="button" className="toast-action" onClick={() => toastStore.act(toast)}>
          {toast.action.label}
        </button>
      )}
      <button type="button" className="toast-dismiss" aria-label={dismissLabel} onClick={() => toastStore.end(toast.id)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
