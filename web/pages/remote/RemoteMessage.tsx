import type { ReactNode } from 'react';

/** A full-screen message, shown if there is nothing to control. */
export function RemoteMessage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className="remote remote-message">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
