import type { ServerModule } from '#platform/server/server-module.ts';
import { publicationSweep } from './publication-sweep.ts';
import { ratingRoutes } from './routes.ts';

export const ratingsModule: ServerModule = {
  name: 'ratings',
  routes: ratingRoutes,
  sweeps: (deps) => [publicationSweep(deps)],
};
