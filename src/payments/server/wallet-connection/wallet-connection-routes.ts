import { t } from '#kernel/text.ts';
import type { Deps } from '../ports.ts';
import { rawRoute, route, type Route } from '#platform/server/http/route.ts';
import * as contract from '../../connection-contract.ts';
import { disconnect, finishConnection, loadConnection, startConnection } from './wallet-connection.ts';
import { sendResultPage } from './wallet-connection-page.ts';

export function walletConnectionRoutes(deps: Deps): Route[] {
  return [
    route(contract.startWalletConnection, ({ actor }) => startConnection(deps, actor)),
    route(contract.getWalletConnection, ({ actor }) => loadConnection(deps, actor)),
    route(contract.endWalletConnection, async ({ actor }) => {
      await disconnect(deps, actor);
      return { message: t('PayPal is disconnected.') };
    }),
    rawRoute(contract.finishWalletConnection, async ({ actor, query, reply }) =>
      sendResultPage(reply, await finishConnection(deps, actor, query)),
    ),
  ];
}
