export interface ToastAction {
  label: string;
  run: () => void;
}

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'plain' | 'fault';
  readonly lifeMs: number;
  readonly action?: ToastAction;
}

type ToastRequest = Pick<Toast, 'text'> & Partial<Omit<Toast, 'id' | 'text'>>;

/** Long enough to read the text and reach the button with the keyboard. Pointing at the toast stops the timer. */
const ACTION_LIFE_MS = 10_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

export const toastStore = {
  show: (request: ToastRequest): number => {
    const lifeMs = request.action === undefined ? 6000 : ACTION_LIFE_MS;
    const toast: Toast = { tone: 'plain', lifeMs, ...request, id: nextId++ };
    change([...toasts, toast]);
    return toast.id;
  },

  fault: (text: string): number => toastStore.show({ text, tone: 'fault', lifeMs: 10_000 }),

  act: (toast: Toast): void => {
    change(toasts.filter(({ id }) => id !== toast.id));
    toast.action?.run();
  },

  end: (id: number): void => {
    change(toasts.filter((toast) => toast.id !== id));
  },

  all: (): readonly Toast[] => toasts,

  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
