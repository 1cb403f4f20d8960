import type { Visibility } from '#shared/decks.ts';
import { uploadQueue } from './upload-queue.ts';

/** Opens the system's file dialog and queues what is chosen in it. */
export function chooseFiles(visibility: Visibility, onChosen: () => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.accept = '.stage,application/zip';
  input.addEventListener('change', () => {
    uploadQueue.add(input.files ?? [], visibility);
    onChosen();
  });
  input.click();
}
