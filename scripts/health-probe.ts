/** Health check of the container: exits with code 0 if `GET /api/health` succeeds, otherwise with 1. */
const port = process.env['PORT'] ?? '3000';
const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
process.exitCode = response?.ok === true ? 0 : 1;
