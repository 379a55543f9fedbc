import type { ServerModule } from '#platform/server/server-module.ts';
import type { ProfilesPorts } from './ports.ts';
import { marketersRoutes } from './marketers/marketers-routes.ts';
import { profileRoutes } from './routes.ts';
import { socialRoutes } from './social/social-routes.ts';
import { outdatedSocialAccounts } from './social/social-sweep.ts';

export const profilesModule: ServerModule<ProfilesPorts> = {
  name: 'profiles',
  routes: (deps) => [...profileRoutes(deps), ...socialRoutes(deps), ...marketersRoutes(deps)],
  sweeps: (deps) => [outdatedSocialAccounts(deps)],
};
