/** What the server wrote into this page, in answers that their schemas have checked there. Null: nothing. */
export function written(id: string): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
