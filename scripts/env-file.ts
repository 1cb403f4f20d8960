/** Loads settings from the file `.env`, if there is one. Variables that are already set keep their values. */
import { existsSync } from 'node:fs';

if (existsSync('.env')) process.loadEnvFile('.env');
