/** Stays in the page while empty, so that screen readers hear it fill. */
export function FormFault({ words }: { words: string | null }) {
  return (
    <p className="form-fault" role="alert">
      {words}
    </p>
  );
}
