import type { AuthPorts } from '#auth/server/ports.ts';
import { addMilliseconds, DAY, HOUR } from '#kernel/time.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { teamRoutes } from './routes.ts';
import { deleteInvitations } from './store.ts';

/** An expired invitation can be sent again for this long. */
const KEPT_MS = 30 * DAY;

export const teamsModule: ServerModule<AuthPorts> = {
  name: 'teams',
  routes: teamRoutes,
  sweeps: ({ db, clock }) => [
    {
      name: 'teams/forget invitations',
      everyMs: HOUR,
      run: () => deleteInvitations(db, addMilliseconds(clock.now(), -KEPT_MS)),
    },
  ],
};
