import type { ServerModule } from '#platform/server/server-module.ts';
import { accountRoutes } from './account-routes.ts';
import { mailTypeChange } from './change-type-mail.ts';
import { challengesSweep, devicesSweep } from './forgetting-sweep.ts';
import { authRoutes } from './routes.ts';

export const authModule: ServerModule = {
  name: 'auth',
  routes: (deps) => [...authRoutes(deps), ...accountRoutes(deps)],
  subscriptions: (deps) => [mailTypeChange(deps)],
  sweeps: (deps) => [challengesSweep(deps), devicesSweep(deps)],
};
