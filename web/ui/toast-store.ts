import { atom } from 'nanostores';

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

export const $toasts = atom<readonly Toast[]>([]);
let nextId = 1;

export const toastStore = {
  show: (request: ToastRequest): number => {
    const lifeMs = request.action === undefined ? 6000 : ACTION_LIFE_MS;
    const toast: Toast = { tone: 'plain', lifeMs, ...request, id: nextId++ };
    $toasts.set([...$toasts.get(), toast]);
    return toast.id;
  },

  fault: (text: string): number => toastStore.show({ text, tone: 'fault', lifeMs: 10_000 }),

  act: (toast: Toast): void => {
    $toasts.set($toasts.get().filter(({ id }) => id !== toast.id));
    toast.action?.run();
  },

  end: (id: number): void => {
    $toasts.set($toasts.get().filter((toast) => toast.id !== id));
  },
};
