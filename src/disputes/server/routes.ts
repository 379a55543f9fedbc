import * as contract from '#disputes/contract.ts';
import { listDisputableApprovals as listDisputableApprovalsContract } from '#disputes/support-contract.ts';
import type { Deps } from '#proofs/server/ports.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import { acceptProposal, answerDispute, escalateDispute, proposeOutcome } from './case-service.ts';
import { decideDispute } from './ending-service.ts';
import { openDispute } from './opening-service.ts';
import { getDispute, linkToNextDisputes, listDisputes } from './service.ts';
import { linkToNextApprovals, listDisputableApprovals } from './support-service.ts';

export function disputeRoutes(deps: Deps): Route[] {
  return [
    route(contract.openDispute, ({ actor, params, body }) => openDispute(deps, actor, params.id, body)),
    route(contract.getDispute, ({ actor, params }) => getDispute(deps, actor, params.id)),
    route(contract.answerDispute, ({ actor, params, body }) => answerDispute(deps, actor, params.id, body)),
    route(contract.proposeOutcome, ({ actor, params, body }) => proposeOutcome(deps, actor, params.id, body)),
    route(contract.acceptProposal, ({ actor, params, body }) => acceptProposal(deps, actor, params.id, body)),
    route(contract.escalateDispute, ({ actor, params }) => escalateDispute(deps, actor, params.id)),
    route(contract.listDisputes, async ({ actor, query, reply }) => {
      const disputes = await listDisputes(deps, actor, query);
      const link = linkToNextDisputes(disputes, query);
      if (link) reply.header('link', link);
      return disputes;
    }),
    route(listDisputableApprovalsContract, async ({ actor, query, reply }) => {
      const approvals = await listDisputableApprovals(deps, actor, query);
      const link = linkToNextApprovals(approvals, query);
      if (link) reply.header('link', link);
      return approvals;
    }),
    route(contract.decideDispute, ({ actor, params, body }) => decideDispute(deps, actor, params.id, body)),
  ];
}
