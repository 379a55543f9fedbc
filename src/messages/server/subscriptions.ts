import { and, eq } from 'drizzle-orm';
import {
  applicationApproved,
  applicationExpired,
  applicationRejected,
  applicationWithdrawn,
} from '#applications/server/events.ts';
import { application } from '#applications/server/tables.ts';
import { disputeDecided, disputeOpened } from '#disputes/server/events.ts';
import type { SystemKind } from '#messages/contract.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import type { Deps } from '#platform/server/deps.ts';
import { type EventContext, subscribe, type Subscription } from '#platform/server/outbox/announce.ts';
import { rejectReasonLabels, toStoredReasons } from '#proofs/decision-contract.ts';
import {
  proofApproved,
  proofAskedAgain,
  proofRejected,
  proofSentAgain,
  proofSubmitted,
} from '#proofs/server/events.ts';
import { sessionStarted } from '#tracking/server/events.ts';
import { publishAfterCommit } from './live-service.ts';
import { findWork, type Work } from './party-service.ts';
import { announceViews } from './reports/report-service.ts';
import * as store from './store.ts';

export function messageSubscriptions(deps: Deps): Subscription[] {
  const append = (kind: SystemKind) => (tx: Tx, fact: WorkFact, context: EventContext) =>
    addEntry(tx, deps, fact, kind, context);
  return [
    subscribe(applicationApproved, append('approved')),
    subscribe(applicationRejected, append('rejected')),
    subscribe(applicationWithdrawn, append('withdrawn')),
    subscribe(applicationExpired, append('place-lost')),
    subscribe(sessionStarted, append('started')),
    subscribe(proofSubmitted, append('proof-sent')),
    subscribe(proofAskedAgain, async (tx, fact, context) => {
      await addEntry(tx, deps, fact, 'proof-asked-again', {
        ...context,
        text: toStoredReasons(fact.reasons),
      });
    }),
    subscribe(proofSentAgain, append('proof-sent-again')),
    subscribe(proofApproved, append('proof-approved')),
    subscribe(proofRejected, async (tx, fact, context) => {
      const text = fact.reason ? rejectReasonLabels[fact.reason].text : '';
      await addEntry(tx, deps, fact, 'proof-rejected', { ...context, text });
    }),
    subscribe(disputeOpened, append('disputed')),
    subscribe(disputeDecided, async (tx, fact, context) => {
      const work = await addEntry(tx, deps, fact, `dispute-${fact.status}`, context);
      if (work) await announceViews(tx, deps, work);
    }),
  ];
}

interface WorkFact {
  campaignId: string;
  marketerId: string;
}

/** Most applicants are rejected or withdraw before anyone writes: that alone begins no conversation. */
const beginsNothing: ReadonlySet<SystemKind> = new Set(['rejected', 'withdrawn']);

/** Adds an entry once for each fact. */
async function addEntry(
  tx: Tx,
  deps: Deps,
  fact: WorkFact,
  kind: SystemKind,
  { ref, announcedAt, text = '' }: EventContext & { text?: string },
): Promise<Work | null> {
  const work = await findWorkByMarketer(tx, fact, deps.clock.now());
  if (!work) return null;
  const { applicationId } = work;
  const thread = beginsNothing.has(kind)
    ? await store.lockThread(tx, applicationId)
    : await store.lockOrBeginThread(tx, work, announcedAt);
  if (!thread) return work;
  const sequence = thread.lastSequence + 1;
  const inserted = await store.insertMessage(tx, {
    id: deps.random.uuid(),
    applicationId,
    sequence,
    kind,
    text,
    fact: ref,
    createdAt: announcedAt,
  });
  if (!inserted) return work;
  const lastAt = announcedAt > thread.lastAt ? announcedAt : thread.lastAt;
  await store.updateThread(tx, applicationId, { lastSequence: sequence, lastAt });
  await publishAfterCommit(tx, deps, work);
  return work;
}

/** A marketer applies to a campaign once. */
async function findWorkByMarketer(
  reader: Reader,
  { campaignId, marketerId }: WorkFact,
  now: Date,
): Promise<Work | undefined> {
  const [found] = await reader
    .select({ id: application.id })
    .from(application)
    .where(and(eq(application.campaignId, campaignId), eq(application.marketerId, marketerId)));
  return found && findWork(reader, found.id, now);
}
