import { DAY, MINUTE } from '#kernel/time.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { signFound } from '#tracking/server/events.ts';
import type { ProofsPorts } from './ports.ts';
import { deleteUnusedPermits } from './media/capture-service.ts';
import { approveDueProofs } from './deciding-service.ts';
import { addFoundSigns } from './strength/found-signs.ts';
import { announceWeakProofs } from './strength/overdue-proofs.ts';
import { enqueueLooks, lookEffects } from './posts/server-looks.ts';
import { proofRoutes } from './routes.ts';

export const proofsModule: ServerModule<ProofsPorts> = {
  name: 'proofs',
  routes: proofRoutes,
  subscriptions: (deps) => [subscribe(signFound, (tx, { sessionId }) => addFoundSigns(tx, deps, sessionId))],
  effects: lookEffects,
  sweeps: (deps) => [
    { name: 'approve due proofs', everyMs: MINUTE, run: () => approveDueProofs(deps) },
    { name: 'delete unused capture permits', everyMs: DAY, run: () => deleteUnusedPermits(deps) },
    { name: 'ask platforms about posts', everyMs: MINUTE, run: () => enqueueLooks(deps) },
    { name: 'announce weak proofs', everyMs: MINUTE, run: () => announceWeakProofs(deps) },
  ],
};
