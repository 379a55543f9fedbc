import type { ProofsPorts } from '#proofs/server/ports.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { disputeRoutes } from './routes.ts';

export const disputesModule: ServerModule<ProofsPorts> = { name: 'disputes', routes: disputeRoutes };
