interface FileChoice {
  several: boolean;
  onChosen: (files: readonly File[]) => void;
}

/** Opens the file picker for packages. */
export function chooseFiles({ several, onChosen }: FileChoice): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = several;
  input.accept = '.stage,application/zip';
  input.addEventListener('change', () => onChosen([...(input.files ?? [])]));
  input.click();
}
