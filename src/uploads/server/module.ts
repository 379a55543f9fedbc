import { join } from 'node:path';
import { HOUR } from '#kernel/time.ts';
import type { Deps } from '#platform/server/deps.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { removeFileEffect } from './removal-service.ts';
import { uploadRoutes } from './routes.ts';
import { sweepUploads } from './service.ts';
import { openStaging, type Staging } from './staging.ts';

// One per server, because it locks uploads against concurrent writers.
const stagingByDeps = new WeakMap<Deps, Staging>();

function staging(deps: Deps): Staging {
  const opened = stagingByDeps.get(deps) ?? openStaging(join(deps.config.dataDir, 'uploads'));
  stagingByDeps.set(deps, opened);
  return opened;
}

export const uploadsModule: ServerModule = {
  name: 'uploads',
  routes: (deps) => uploadRoutes(deps, staging(deps)),
  effects: (deps) => [removeFileEffect(deps)],
  sweeps: (deps) => [
    {
      name: 'abandoned uploads',
      everyMs: HOUR,
      run: ({ clock }) => sweepUploads(deps, staging(deps), clock.now()),
    },
  ],
};
