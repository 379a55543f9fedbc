import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/route.ts';
import * as contract from '#proofs/contract.ts';
import { decideProof } from './deciding-service.ts';
import { getProof, listProofs, submitProof } from './service.ts';

export function proofRoutes(deps: Deps): Route[] {
  return [
    route(contract.submitProof, ({ actor, body }) => submitProof(deps, actor, body)),
    route(contract.listProofs, ({ actor, query }) => listProofs(deps, actor, query)),
    route(contract.getProof, ({ actor, params }) => getProof(deps, actor, params.id)),
    route(contract.decideProof, ({ actor, params, body }) => decideProof(deps, actor, params.id, body)),
  ];
}
