import type { ServerModule } from '#platform/server/server-module.ts';
import { profileRoutes } from './routes.ts';

export const profilesModule: ServerModule = { name: 'profiles', routes: profileRoutes };
