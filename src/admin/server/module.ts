import type { ServerModule } from '#platform/server/server-module.ts';
import { adminRoutes } from './routes.ts';

export const adminModule: ServerModule = { name: 'admin', routes: adminRoutes };
