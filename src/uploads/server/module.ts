import { HOUR } from '#kernel/time.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import type { UploadsPorts } from './ports.ts';
import { removeFileEffect } from './removal-service.ts';
import { uploadRoutes } from './routes.ts';
import { sweepUploads } from './service.ts';
import type { Staging } from './staging.ts';

/** Routes and sweep share the staging, because it locks uploads against concurrent writers. */
export const uploadsModule = (staging: Staging): ServerModule<UploadsPorts> => ({
  name: 'uploads',
  routes: (deps) => uploadRoutes(deps, staging),
  effects: (deps) => [removeFileEffect(deps)],
  sweeps: (deps) => [
    {
      name: 'abandoned uploads',
      everyMs: HOUR,
      run: ({ clock }) => sweepUploads(deps, staging, clock.now()),
    },
  ],
});
