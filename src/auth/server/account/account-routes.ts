import { t } from '#kernel/text.ts';
import type { Deps } from '../ports.ts';
import { transact } from '#platform/server/db/transact.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { clearCookie } from '#platform/server/security/session.ts';
import * as contract from '../../account-contract.ts';
import { updateAccount } from '../store.ts';
import { deleteAccount, readDeletion } from './deletion-service.ts';
import { exportOwnData } from './export-service.ts';

export function accountRoutes(deps: Deps): Route[] {
  return [
    route(contract.getDeletion, ({ actor }) => readDeletion(deps, actor)),
    route(contract.deleteOwnAccount, async ({ actor, reply }) => {
      await deleteAccount(deps, { userId: actor.userId, by: actor });
      clearCookie(reply, deps.config, 'sid');
      clearCookie(reply, deps.config, 'preauth');
      reply.header('clear-site-data', '"cache"');
      return { message: t('Your account has been deleted.') };
    }),
    route(contract.setLanguage, async ({ actor, body: { language } }) => {
      await transact(deps.db, (tx) => updateAccount(tx, actor.userId, { language }));
      return { message: t('Your language has been saved.') };
    }),
    rawRoute(contract.exportOwnData, async ({ actor, reply }) => {
      const { name, content } = await exportOwnData(deps, actor);
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(content);
    }),
  ];
}
