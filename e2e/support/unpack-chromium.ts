/**
 * Unpacks the Chromium of `@sparticuz/chromium` into the directory for temporary files, which is all the choice its interface
 * leaves: run this with `TMPDIR` set to where it shall go. It adds its libraries where it believes to be on AWS.
 */
process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x';
const { default: packaged } = await import('@sparticuz/chromium');
await packaged.executablePath();
