import type { CampaignsPorts } from '#campaigns/server/ports.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { reportRoutes } from './routes.ts';

export const reportsModule: ServerModule<CampaignsPorts> = { name: 'reports', routes: reportRoutes };
