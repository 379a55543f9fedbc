import * as contract from '#disputes/contract.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { decideDispute, getDispute, listDisputes, openDispute } from './service.ts';

export function disputeRoutes(deps: Deps): Route[] {
  return [
    route(contract.openDispute, ({ actor, params, body }) => openDispute(deps, actor, params.id, body)),
    route(contract.getDispute, ({ actor, params }) => getDispute(deps, actor, params.id)),
    route(contract.listDisputes, ({ actor, query }) => listDisputes(deps, actor, query)),
    route(contract.decideDispute, ({ actor, params, body }) => decideDispute(deps, actor, params.id, body)),
  ];
}
