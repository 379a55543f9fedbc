import { Readable } from 'node:stream';
import { t } from '#kernel/text.ts';
import * as auditContract from '#admin/audit-contract.ts';
import * as contract from '#admin/contract.ts';
import * as trendsContract from '#admin/trends-contract.ts';
import { reactivateAccount, suspendAccount } from '#auth/server/account/suspension-service.ts';
import { verifyAudit } from '#platform/server/security/audit-chain.ts';
import type { Deps } from '#auth/server/ports.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { exportAudit, listAudit } from './audit-service.ts';
import { getAdminStats, listUsers } from './service.ts';
import { listDecisionWeeks, listGrowthWeeks } from './trends-service.ts';
import { requestVerification, deleteUser, verifyUser } from './user-actions.ts';
import { getUser } from './user-details.ts';

export function adminRoutes(deps: Deps): Route[] {
  return [
    route(contract.listUsers, async ({ actor, query, reply }) => {
      const { users, links } = await listUsers(deps, actor, query);
      if (links) reply.header('link', links);
      return users;
    }),
    route(contract.getUser, ({ actor, params }) => getUser(deps, actor, params.id)),
    route(contract.verifyUser, async ({ actor, params, body }) => ({
      message: await verifyUser(deps, actor, { userId: params.id, ...body }),
    })),
    route(contract.requestVerification, async ({ actor, params }) => {
      await requestVerification(deps, actor, params.id);
      return { message: t('We asked them to submit their documents.') };
    }),
    route(contract.suspendUser, async ({ actor, params, body }) => {
      await suspendAccount(deps, { userId: params.id, by: actor, reason: body.reason });
      return { message: t('The account is suspended and signed out everywhere.') };
    }),
    route(contract.reactivateUser, async ({ actor, params, body }) => {
      await reactivateAccount(deps, { userId: params.id, by: actor, reason: body.reason });
      return { message: t('The account is active again.') };
    }),
    route(contract.deleteUser, async ({ actor, params, body }) => {
      await deleteUser(deps, actor, { userId: params.id, reason: body.reason });
      return { message: t('The account is deleted.') };
    }),
    route(auditContract.listAudit, async ({ query, reply }) => {
      const { entries, link } = await listAudit(deps, query);
      if (link) reply.header('link', link);
      return entries;
    }),
    rawRoute(auditContract.exportAudit, async ({ actor, query, reply }) =>
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="audit-log.csv"')
        .send(Readable.from(await exportAudit(deps, actor, query))),
    ),
    route(auditContract.verifyAudit, () =>
      verifyAudit(deps.db, undefined, auditContract.MAX_VERIFIED_ENTRIES),
    ),
    route(contract.getAdminStats, () => getAdminStats(deps)),
    route(trendsContract.listGrowthWeeks, ({ query }) => listGrowthWeeks(deps, query.timeZone)),
    route(trendsContract.listDecisionWeeks, ({ query }) => listDecisionWeeks(deps, query.timeZone)),
  ];
}
