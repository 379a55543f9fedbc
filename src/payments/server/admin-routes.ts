import type { Deps } from './ports.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import * as contract from '../admin-contract.ts';
import { coverShortfall as coverShortfallContract } from '../shortfall-contract.ts';
import { writeOffDebt as writeOffDebtContract } from '../debt-contract.ts';
import { writeOffDebt } from './chargebacks/debts.ts';
import { listHeldDays } from './ledger/held-days-service.ts';
import { listReconciliations, runReconciliation } from './reconciliation/reconciliation.ts';
import { coverShortfall } from './shortfalls/shortfalls.ts';
import { loadStuckMoney, retryStuckPayout, retryStuckRefund } from './stuck/stuck.ts';
import { loadWebhook, loadWebhooks } from './webhooks/webhook-log.ts';

export function adminMoneyRoutes(deps: Deps): Route[] {
  return [
    route(contract.listHeldDays, ({ query }) => listHeldDays(deps, query.timeZone)),
    route(contract.listReconciliations, ({ query }) => listReconciliations(deps, query.sort)),
    route(contract.runReconciliation, ({ actor, body }) => runReconciliation(deps, actor, body)),
    route(contract.listStuckMoney, async ({ query, reply }) => {
      const { items, link } = await loadStuckMoney(deps, query);
      if (link) reply.header('link', link);
      return items;
    }),
    route(contract.retryPayout, ({ actor, params, body }) =>
      retryStuckPayout(deps, actor, { ...params, ...body }),
    ),
    route(contract.retryRefund, ({ actor, params, body }) =>
      retryStuckRefund(deps, actor, { ...params, ...body }),
    ),
    route(coverShortfallContract, ({ actor, params, body }) =>
      coverShortfall(deps, actor, { ...params, ...body }),
    ),
    route(writeOffDebtContract, ({ actor, params, body }) =>
      writeOffDebt(deps, actor, { ...params, ...body }),
    ),
    route(contract.listWebhooks, async ({ query, reply }) => {
      const { entries, link } = await loadWebhooks(deps, query);
      if (link) reply.header('link', link);
      return entries;
    }),
    route(contract.getWebhook, ({ actor, params }) => loadWebhook(deps, actor, params.id)),
  ];
}
