import './mark.css';

/** The lectern seen from the side: a slanted desk in the light, a post that carries it. Legible at 16 px. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path className="mark-desk" d="M2.4 7.2 13.4 3" />
      <path d="M7.9 7.6v6M4.4 13.6h7" />
    </svg>
  );
}
