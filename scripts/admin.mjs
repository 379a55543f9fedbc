// npm run admin: creates and lists admins, resets second factors and checks the audit log
// (src/main/admin.ts).
import { requireNode } from './setup/require-node.mjs';

requireNode();
const { prepare, root } = await import('./setup/prepare.mjs');
process.chdir(root);
await prepare({ only: ['server'] });
process.setSourceMapsEnabled(true);
await import('../build/server/admin.js');
