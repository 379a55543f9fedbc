// npm run build: does the set-up of npm start without starting the server.
import { requireNode } from './setup/require-node.mjs';

requireNode();
const { prepare } = await import('./setup/prepare.mjs');
await prepare();
