import { useEffect } from 'react';

/** Sets the document title, for example "Invites · Lectern". */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined || title === '' ? 'Lectern' : `${title} · Lectern`;
  }, [title]);
}
