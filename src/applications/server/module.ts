import type { ServerModule } from '#platform/server/server-module.ts';
import { applicationRoutes } from './routes.ts';

export const applicationsModule: ServerModule = { name: 'applications', routes: applicationRoutes };
