/**
 * Unpacks the Chromium of `@sparticuz/chromium`, with the libraries and the font that it contains for minimal systems, into the folder
 * that is the argument of this program. It is unpacked under a temporary name and renamed, so that an incomplete copy is never used.
 *
 * Any user can run this copy: the renderer gives the browser another user if root starts it.
 */
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The package's own settings look for fonts in fixed folders such as `/tmp/fonts`. Without any font, Chromium crashes. */
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const home = process.argv[2];
if (home === undefined) throw new Error('Name the folder into which Chromium is unpacked.');

process.umask(0o022);
await mkdir(dirname(home), { recursive: true });
const unfinished = await mkdtemp(`${home}-`);
// The package unpacks into the temporary directory, and its libraries only if it detects AWS.
process.env['TMPDIR'] = unfinished;
process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x';
const { default: packaged } = await import('@sparticuz/chromium');
await chmod(await packaged.executablePath(), 0o755);
await writeFile(join(unfinished, 'fonts/fonts.conf'), FONT_SETTINGS);
await chmod(unfinished, 0o755);
await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true })); // another run has finished first
