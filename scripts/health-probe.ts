/** The container's health check: asks the server inside it how it is. Ends with code 1 unless all is well. */
const port = process.env['PORT'] ?? '3000';
const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
process.exitCode = response?.ok === true ? 0 : 1;
