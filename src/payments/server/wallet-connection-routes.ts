import type { Deps } from '#platform/server/deps.ts';
import { rawRoute, route, type Route } from '#platform/server/route.ts';
import * as contract from '../connection-contract.ts';
import { endConnections, finishConnection, readConnection, startConnection } from './wallet-connection.ts';
import { sendEnding } from './wallet-connection-page.ts';

export function walletConnectionRoutes(deps: Deps): Route[] {
  return [
    route(contract.startWalletConnection, ({ actor }) => startConnection(deps, actor)),
    route(contract.getWalletConnection, ({ actor }) => readConnection(deps, actor)),
    route(contract.endWalletConnection, async ({ actor }) => {
      await endConnections(deps, actor);
      return { message: 'PayPal is disconnected.' };
    }),
    rawRoute(contract.finishWalletConnection, async ({ actor, query, reply }) =>
      sendEnding(reply, await finishConnection(deps, actor, query)),
    ),
  ];
}
