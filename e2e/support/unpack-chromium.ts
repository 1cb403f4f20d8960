/**
 * Unpacks the Chromium of `@sparticuz/chromium` into the temporary directory, which is the only target that its API supports: set
 * `TMPDIR` to the target folder. It unpacks its libraries only if it detects AWS.
 */
process.env['AWS_EXECUTION_ENV'] = 'AWS_Lambda_nodejs24.x';
const { default: packaged } = await import('@sparticuz/chromium');
await packaged.executablePath();
