import './mark.css';

/** The logo: a lectern seen from the side, with a slanted desk and a post. Legible at 16 px. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path className="mark-desk" d="M2.4 7.2 13.4 3" />
      <path d="M7.9 7.6v6M4.4 13.6h7" />
    </svg>
  );
}
