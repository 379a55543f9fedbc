import { HOUR, MINUTE } from '#kernel/time.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { deleteOldMessages } from './retention-sweep.ts';
import { messageRoutes } from './routes.ts';
import { messageSubscriptions } from './subscriptions.ts';
import { announceUnread } from './unread-sweep.ts';

export const messagesModule: ServerModule = {
  name: 'messages',
  routes: messageRoutes,
  subscriptions: messageSubscriptions,
  sweeps: (deps) => [
    { name: 'messages/announce unread', everyMs: MINUTE, run: () => announceUnread(deps) },
    { name: 'messages/delete old ones', everyMs: HOUR, run: () => deleteOldMessages(deps) },
  ],
};
