// npm run doctor: checks an installation (src/main/server/doctor/doctor.ts).
import { prepare } from './setup/prepare.mjs';

// A new build or new packages would disturb a running server.
await prepare({ targets: ['server'], isReadOnly: true });
process.setSourceMapsEnabled(true);
await import('../build/server/doctor.js');
