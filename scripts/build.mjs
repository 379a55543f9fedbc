// npm run build: the set-up of npm start without the start.
import { requireNode } from './setup/require-node.mjs';

requireNode();
const { prepare } = await import('./setup/prepare.mjs');
await prepare();
