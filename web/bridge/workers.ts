/**
 * A sandboxed document has an opaque origin, and a worker has to be of its document's origin: no file can be one. A worker made
 * here that loads the file can; what the file loads in turn is found beside it as usual.
 */
export function provideWorkers(): void {
  if (self.origin !== 'null') return;
  const Plain = window.Worker;
  window.Worker = class Worker extends Plain {
    constructor(script: string | URL, options?: WorkerOptions) {
      super(loaderOf(new URL(script, document.baseURI), options?.type === 'module'), options);
    }
  };
}

/** Only what is loaded from a server needs one. */
function loaderOf({ protocol, href }: URL, isModule: boolean): string {
  if (!protocol.startsWith('http')) return href;
  const script = JSON.stringify(href);
  const beside = `for (const name of ['fetch', 'importScripts']) {
    const real = self[name];
    self[name] = (first, ...others) => real(...[first, ...others].map((value) => typeof value === 'string' ? String(new URL(value, ${script})) : value));
  }`;
  const load = isModule ? `import ${script};` : `importScripts(${script});`;
  return URL.createObjectURL(new Blob([`${isModule ? '' : beside}${load}`], { type: 'text/javascript' }));
}
