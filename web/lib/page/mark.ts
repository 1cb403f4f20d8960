/** The lines of the logo in a square of 16 units: see `web/ui/Mark.tsx`. */
export const MARK = { viewBox: '0 0 16 16', desk: 'M2.4 7.2 13.4 3', post: 'M7.9 7.6v6M4.4 13.6h7' };
