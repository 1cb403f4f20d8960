/** Rendered even while empty, so that screen readers announce the text when it appears. */
export function FormFault({ words }: { words: string | null }) {
  return (
    <p className="form-fault" role="alert">
      {words}
    </p>
  );
}
