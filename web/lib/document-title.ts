import { useEffect } from 'react';

/** Names the page in the tab, the history and to screen readers: "Invites · Lectern". */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined || title === '' ? 'Lectern' : `${title} · Lectern`;
  }, [title]);
}
