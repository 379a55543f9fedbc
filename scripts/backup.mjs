// npm run backup, npm run restore: write and restore a backup (src/main/server/backup/backup.ts).
import { resolve } from 'node:path';

// `prepare` changes the working directory, and the folder is relative to the caller's.
const [command, folder, ...rest] = process.argv.slice(2);
if (folder !== undefined && !folder.startsWith('-'))
  process.argv.splice(2, Infinity, command, resolve(process.env.INIT_CWD ?? '.', folder), ...rest);

const { prepare } = await import('./setup/prepare.mjs');
await prepare();
process.setSourceMapsEnabled(true);
await import('../build/server/backup.js');
