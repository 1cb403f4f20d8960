import type { Visitor } from './visitor.ts';

/** Tells the server that a visit begins. */
export async function beginVisit(visitor: Visitor, who: { readonly name?: string; readonly email?: string }): Promise<void> {
  const referrer = document.referrer === '' ? {} : { referrer: document.referrer };
  const response = await visitor.send('/visits', { ...referrer, ...who });
  const { visitId } = (await response.json()) as { visitId: string };
  visitor.visitId = visitId;
}
