/**
 * The renderer as a service of its own, for containers. Settings: `HOST` and `PORT` where it listens (127.0.0.1, 4000), `RENDERER_BROWSER`. Only
 * the server may reach its address; it has no secrets.
 */
import { findBrowser } from './find-browser.ts';
import { renderLimitsSchema } from './limits.ts';
import { setTemporaryDirectory } from './process-identity.ts';
import { startService } from './service.ts';
import { createWorkFolder, removeOldFolders } from './work-folder.ts';

const { env } = process;
const log = (line: string): void => void process.stderr.write(`${line}\n`);

if (process.getuid?.() === 0) throw new Error('The renderer must not run as root: start it as another user.');
await removeOldFolders();
setTemporaryDirectory(createWorkFolder());
const service = await startService({
  browser: {
    executablePath: await findBrowser(env['RENDERER_BROWSER'], env['PATH'] ?? ''),
    sandbox: true,
    env: {},
    trustedKey: null,
  },
  limits: renderLimitsSchema.parse({}),
  token: null,
  host: env['HOST'] ?? '127.0.0.1',
  port: Number(env['PORT'] ?? '4000'),
  log,
});
log(`The renderer listens on port ${service.port}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void service.close().then(() => process.exit(0)));
