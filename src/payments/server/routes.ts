import type { Deps } from './ports.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import { getTrialBalance, getWalletSetup, listPayments } from '../contract.ts';
import {
  getEarnings,
  getReceipt,
  listWeeklyEarnings as listWeeklyEarningsContract,
} from '../earnings-contract.ts';
import { listOwed as listOwedContract, payShortfall as payShortfallContract } from '../shortfall-contract.ts';
import { payDebt as payDebtContract } from '../debt-contract.ts';
import { adminMoneyRoutes } from './admin-routes.ts';
import { payDebt } from './chargebacks/debts.ts';
import {
  linkToNextPayments,
  listPayments as readPayments,
  listWeeklyEarnings,
  loadEarnings,
} from './payouts/payments.ts';
import { openReceipt } from './receipts/receipts.ts';
import { loadTrialBalance } from './reconciliation/trial-balance.ts';
import { listOwed, payShortfall } from './shortfalls/shortfall-orders.ts';
import { invoiceRoutes } from './invoices/invoice-routes.ts';
import { yearRoutes } from './years/year-routes.ts';
import { walletConnectionRoutes } from './wallet-connection/wallet-connection-routes.ts';
import { loadWalletSetup } from './wallet-connection/wallet-setup.ts';

export function paymentsRoutes(deps: Deps): Route[] {
  return [
    route(listPayments, async ({ actor, query, reply }) => {
      const payments = await readPayments(deps, actor, query);
      const link = linkToNextPayments(payments, query);
      if (link) reply.header('link', link);
      return payments;
    }),
    route(getEarnings, ({ actor }) => loadEarnings(deps, actor)),
    route(listWeeklyEarningsContract, ({ actor, query }) => listWeeklyEarnings(deps, actor, query.timeZone)),
    rawRoute(getReceipt, async ({ actor, params, reply }) => {
      const { filename, content } = await openReceipt(deps, actor, params.id);
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${filename}"`)
        .send(content);
    }),
    ...yearRoutes(deps),
    ...invoiceRoutes(deps),
    route(getWalletSetup, () => loadWalletSetup(deps)),
    route(getTrialBalance, () => loadTrialBalance(deps)),
    route(listOwedContract, ({ actor }) => listOwed(deps, actor)),
    route(payShortfallContract, ({ actor, params }) => payShortfall(deps, actor, params.id)),
    route(payDebtContract, ({ actor, params }) => payDebt(deps, actor, params.id)),
    ...walletConnectionRoutes(deps),
    ...adminMoneyRoutes(deps),
  ];
}
