// npm run build: does the set-up of npm start without starting the server.
import { prepare } from './setup/prepare.mjs';

await prepare();
