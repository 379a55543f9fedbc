/** Entry point of `npm run doctor`. */
import { runDoctorCommand } from './doctor-command.ts';

// A connection that did not answer in time would keep the process alive.
process.exit(await runDoctorCommand(process.argv.slice(2), process.env, console));
