/** The process of `npm run admin`. Its exit code is the command's. */
import { runAdminCommand } from './admin-command.ts';

process.exitCode = await runAdminCommand(process.argv.slice(2), process.env, console);
