import type { ServerModule } from '#platform/server/server-module.ts';
import { fileRemovalEffect } from './file-removal.ts';
import { kycRoutes } from './routes.ts';
import { sealingSweep } from './sealing-sweep.ts';

export const kycModule: ServerModule = {
  name: 'kyc',
  routes: kycRoutes,
  effects: (deps) => [fileRemovalEffect(deps)],
  sweeps: (deps) => [sealingSweep(deps)],
};
