// npm run doctor: checks an installation (src/main/server/doctor/doctor.ts).
import { prepare } from './setup/prepare.mjs';

// The screens of a running server stay as they are.
await prepare({ targets: ['server'] });
process.setSourceMapsEnabled(true);
await import('../build/server/doctor.js');
