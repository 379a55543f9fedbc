// npm run admin: creates and lists admins, resets second factors and checks the audit log
// (src/main/admin.ts).
import { prepare } from './setup/prepare.mjs';

// The screens of a running server stay as they are.
await prepare({ targets: ['server'] });
process.setSourceMapsEnabled(true);
await import('../build/server/admin.js');
