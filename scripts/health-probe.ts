/**
 * Health check of the container: exits with code 0 if the process answers, otherwise with 1. Database and storage are not asked, because
 * what replaces unhealthy containers must not do so when those are away.
 */
const port = process.env['PORT'] ?? '3000';
const response = await fetch(`http://127.0.0.1:${port}/api/health/live`).catch(() => null);
process.exitCode = response?.ok === true ? 0 : 1;
