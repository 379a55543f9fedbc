import type { ServerModule } from '#platform/server/server-module.ts';
import { marketersRoutes } from './marketers/marketers-routes.ts';
import { profileRoutes } from './routes.ts';
import { socialRoutes } from './social/social-routes.ts';
import { outdatedSocialAccounts } from './social/social-sweep.ts';

export const profilesModule: ServerModule = {
  name: 'profiles',
  routes: (deps) => [...profileRoutes(deps), ...socialRoutes(deps), ...marketersRoutes(deps)],
  sweeps: (deps) => [outdatedSocialAccounts(deps)],
};
