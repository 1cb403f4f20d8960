/** A bar in a table cell beside its number. @param share its length, 0 to 1 */
export function Bar({ share, children }: { share: number; children: string }) {
  return (
    <span className="visits-bar">
      <span aria-hidden="true" style={{ inlineSize: `${share * 100}%` }} />
      {children}
    </span>
  );
}
