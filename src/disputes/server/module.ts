import type { ServerModule } from '#platform/server/server-module.ts';
import { disputeRoutes } from './routes.ts';

export const disputesModule: ServerModule = { name: 'disputes', routes: disputeRoutes };
