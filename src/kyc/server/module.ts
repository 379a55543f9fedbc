import type { ServerModule } from '#platform/server/server-module.ts';
import { kycRoutes } from './routes.ts';

export const kycModule: ServerModule = { name: 'kyc', routes: kycRoutes };
