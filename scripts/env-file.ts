/** Settings from the file `.env`, where there is one, for whoever runs Lectern from a clone. What the environment says already stays. */
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
