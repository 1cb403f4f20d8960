/** Somebody's text as it was written. A long one scrolls, and is to be read to its end without a mouse too. */
export function LongText({ children }: { children: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to take the focus
    <pre dir="auto" tabIndex={0}>
      {children}
    </pre>
  );
}
