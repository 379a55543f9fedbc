import { resolve } from 'node:path';

/** Works for this file and for the bundles in build/server. */
export const projectRoot = resolve(import.meta.dirname, '../..');
