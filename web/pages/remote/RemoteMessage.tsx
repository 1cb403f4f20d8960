import type { ReactNode } from 'react';

/** The phone's whole screen, when there is nothing to steer. */
export function RemoteMessage({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className="remote remote-message">
      <h1>{title}</h1>
      {children}
    </main>
  );
}
