interface FileChoice {
  /** Several files, or a folder with all of its files. */
  choose: 'files' | 'folder';
  onChosen: (files: readonly File[]) => void;
}

/** Whether folders can be chosen: not on phones. */
export const CAN_CHOOSE_FOLDERS =
  'webkitdirectory' in HTMLInputElement.prototype && !/Android|iPhone|iPad/.test(navigator.userAgent);

/** Opens the file picker. */
export function chooseFiles({ choose, onChosen }: FileChoice): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = choose === 'folder';
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]));
  input.click();
}
