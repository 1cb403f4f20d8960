/**
 * Finds out whether the server has another build than this page, so that parts of this one may be gone.
 *
 * @param address the address of the page
 * @returns null if the server does not answer, or only with an error
 */
export async function buildOfServer(address: string): Promise<'same' | 'newer' | null> {
  const answer = await fetch(address, { cache: 'no-store', headers: { accept: 'text/html' } }).catch(() => null);
  if (!answer?.ok) return null;
  const page = await answer.text();
  const scripts = [...document.querySelectorAll('script[type="module"][src]')];
  return scripts.some((script) => !page.includes(script.getAttribute('src') ?? '')) ? 'newer' : 'same';
}
