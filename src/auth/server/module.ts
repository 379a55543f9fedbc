import type { ServerModule } from '#platform/server/server-module.ts';
import type { AuthPorts } from './ports.ts';
import { accountRoutes } from './account/account-routes.ts';
import { mailTypeChange } from './account/change-type-mail.ts';
import { devicesSweep, expiredChallengesSweep, oldSessionsSweep } from './expired-data-sweeps.ts';
import { authRoutes } from './routes.ts';
import { sessionFigures } from './session-figures.ts';

export const authModule: ServerModule<AuthPorts> = {
  name: 'auth',
  routes: (deps) => [...authRoutes(deps), ...accountRoutes(deps)],
  subscriptions: (deps) => [mailTypeChange(deps)],
  sweeps: (deps) => [expiredChallengesSweep(deps), devicesSweep(deps), oldSessionsSweep(deps)],
  figures: (deps) => [sessionFigures(deps)],
};
