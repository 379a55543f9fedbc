import type { ServerModule } from '#platform/server/server-module.ts';
import { forgettingFiles } from './files.ts';
import { kycRoutes } from './routes.ts';
import { sealingSweep } from './sealing-sweep.ts';

export const kycModule: ServerModule = {
  name: 'kyc',
  routes: kycRoutes,
  effects: (deps) => [forgettingFiles(deps)],
  sweeps: (deps) => [sealingSweep(deps)],
};
