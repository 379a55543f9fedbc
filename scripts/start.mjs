// npm start: installs what is missing, builds what is stale and runs the server in this process.
import { requireNode } from './setup/require-node.mjs';

requireNode();
const { prepare, root } = await import('./setup/prepare.mjs');
process.chdir(root);
await prepare();
process.setSourceMapsEnabled(true);
await import('../build/server/server.js');
