/** User-written text, unchanged. Long text scrolls and can be scrolled with the keyboard. */
export function LongText({ children }: { children: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be focusable
    <pre dir="auto" tabIndex={0}>
      {children}
    </pre>
  );
}
