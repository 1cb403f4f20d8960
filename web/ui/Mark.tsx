import './mark.css';
import { MARK } from '#web/lib/page/mark.ts';

/** The logo: a lectern seen from the side, with a slanted desk and a post. Legible at 16 px. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox={MARK.viewBox} aria-hidden="true">
      <path className="mark-desk" d={MARK.desk} />
      <path d={MARK.post} />
    </svg>
  );
}
