// npm start: installs what is missing, builds again if the code has changed and runs the server in this process.
import { prepare } from './setup/prepare.mjs';

await prepare();
process.setSourceMapsEnabled(true);
await import('../build/server/server.js');
