/**
 * Lets a sandboxed deck start workers. Its origin is opaque, so no file is same-origin and `new Worker(url)` fails. A blob worker
 * that imports the file works; relative addresses inside the file are resolved against the file.
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

/** Only scripts loaded from a server need a loader. */
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
