import type { ServerModule } from '#platform/server/server-module.ts';
import { authRoutes } from './routes.ts';

export const authModule: ServerModule = { name: 'auth', routes: authRoutes };
