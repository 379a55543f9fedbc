import type { BodyOf, QueryOf, ResponseInput } from '#kernel/endpoint.ts';
import { refuse } from '#messages/domain.ts';
import type { MessageReport } from '#messages/report-contract.ts';
import * as contract from '#messages/report-contract.ts';
import { audit } from '#platform/server/security/audit.ts';
import type { Reader, Tx } from '#platform/server/db/open-database.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { announce } from '#platform/server/outbox/announce.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { linkToNext, parseTimePage } from '#platform/server/time-cursor.ts';
import { reportDecided, threadReported, threadViewed } from '../events.ts';
import { formatBusiness, loadShownNames, toMessages } from '../message-presenter.ts';
import { findWork, requireParty, type Work } from '../party-service.ts';
import * as reportStore from './report-store.ts';
import * as store from '../store.ts';
import type { ReportRow } from '../tables.ts';

const PAGE_SIZE = 100;

/** Refuses 'message/nothing-to-report' if the conversation has no entry yet. */
export async function reportThread(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  { reason, text }: BodyOf<typeof contract.reportThread>,
): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { work, side, mayWrite } = await requireParty(tx, actor, applicationId, deps.clock.now());
    if (!mayWrite) throw refuse('team/not-allowed');
    if (!(await store.lockThread(tx, applicationId))) throw refuse('message/nothing-to-report');
    const id = deps.random.uuid();
    const values = { id, applicationId, reporterId: actor.userId, side, reason, text };
    const isNew = await reportStore.insertReport(tx, { ...values, createdAt: deps.clock.now() });
    if (!isNew) return;
    await audit(tx, deps, { actor, action: 'conversation.reported', object: toAuditObject(applicationId) });
    const payload = { reportId: id, campaignId: work.campaignId };
    await announce(tx, threadReported, { ref: id, payload }, deps.clock);
  });
}

export async function listMessageReports(
  deps: Deps,
  actor: Actor,
  query: QueryOf<typeof contract.listMessageReports>,
): Promise<MessageReport[]> {
  const rows = await reportStore.listReports(deps.db, query.status, parseTimePage(query));
  return toReports(deps.db, deps, rows, actor);
}

export function linkToNextReports(
  reports: readonly MessageReport[],
  query: QueryOf<typeof contract.listMessageReports>,
): string | null {
  const last = reports.at(-1);
  const place = last && { at: last.createdAt, id: last.id };
  return linkToNext(contract.listMessageReports.path, query, reports.length, place);
}

/** Refuses 'report/decided'. */
export async function takeMessageReport(deps: Deps, actor: Actor, id: string): Promise<MessageReport> {
  return transact(deps.db, async (tx) => {
    const present = await reportStore.lockReport(tx, id);
    if (!present) throw refuse('report/not-found');
    if (present.state !== 'open') throw refuse('report/decided', { state: present.state });
    const row =
      present.ownerId === actor.userId
        ? present
        : await reportStore.updateReport(tx, id, { ownerId: actor.userId });
    return toReport(tx, deps, row, actor);
  });
}

/**
 * Refuses 'report/taken' unless the admin has taken it, and 'report/decided' with the state if the opposite was
 * decided.
 */
export async function decideMessageReport(
  deps: Deps,
  actor: Actor,
  id: string,
  { status, note }: BodyOf<typeof contract.decideMessageReport>,
): Promise<MessageReport> {
  return transact(deps.db, async (tx) => {
    const found = await reportStore.findReport(tx, id);
    if (!found) throw refuse('report/not-found');
    await store.lockThread(tx, found.applicationId);
    const present = await reportStore.lockReport(tx, id);
    if (!present) throw refuse('report/not-found');
    if (present.state === status) return toReport(tx, deps, present, actor);
    if (present.state !== 'open') throw refuse('report/decided', { state: present.state });
    if (present.ownerId !== actor.userId) throw refuse('report/taken');
    const decidedAt = deps.clock.now();
    const row = await reportStore.updateReport(tx, id, { state: status, note, decidedAt });
    const { applicationId, reporterId } = row;
    await audit(tx, deps, {
      actor,
      action: `conversation.report-${status}`,
      object: toAuditObject(applicationId),
      reason: note,
    });
    const work = await requireWork(tx, applicationId, deps.clock.now());
    const payload = { reportId: id, campaignId: work.campaignId, reporterId, applicationId, status };
    await announce(tx, reportDecided, { ref: id, payload }, deps.clock);
    await announceViews(tx, deps, work);
    return toReport(tx, deps, row, actor);
  });
}

/** Audits the look. Refuses 'message/no-case' unless a report or a dispute about the conversation is open. */
export async function viewThread(
  deps: Deps,
  actor: Actor,
  applicationId: string,
  { reason, before }: BodyOf<typeof contract.viewThread>,
): Promise<ResponseInput<typeof contract.viewThread>> {
  return transact(deps.db, async (tx) => {
    // Locked first, so that no case is closed without telling both sides about this look.
    const thread = await store.lockThread(tx, applicationId);
    const work = await findWork(tx, applicationId, deps.clock.now());
    if (!work) throw refuse('application/not-found');
    if (!(await hasCase(tx, work))) throw refuse('message/no-case');
    if (thread) await store.updateThread(tx, applicationId, { viewedAt: deps.clock.now() });
    await audit(tx, deps, {
      actor,
      action: 'conversation.viewed',
      object: toAuditObject(applicationId),
      reason,
    });
    const rows = await store.listMessages(tx, applicationId, { before, limit: PAGE_SIZE + 1 });
    const shown = rows.slice(0, PAGE_SIZE).toReversed();
    const names = await loadShownNames(tx, [{ id: work.marketerId, isKnown: true }]);
    return {
      applicationId,
      campaignTitle: work.campaignTitle,
      marketerName: names.get(work.marketerId) ?? '',
      businessName: formatBusiness(work),
      messages: await toMessages(tx, shown, { work, side: 'admin', viewer: actor }),
      hasEarlier: rows.length > PAGE_SIZE,
    };
  });
}

async function hasCase(reader: Reader, work: Work): Promise<boolean> {
  return work.hasOpenDispute || reportStore.hasOpenReport(reader, work.applicationId);
}

/** Announces nothing while another case is open. The caller has closed one, and locked the conversation. */
export async function announceViews(tx: Tx, deps: Pick<Deps, 'clock'>, work: Work): Promise<void> {
  const { applicationId, campaignId, marketerId, advertiserId } = work;
  const thread = await store.lockThread(tx, applicationId);
  if (!thread?.viewedAt || (await hasCase(tx, work))) return;
  await store.updateThread(tx, applicationId, { viewedAt: null });
  await announce(
    tx,
    threadViewed,
    {
      ref: `${applicationId}:${thread.viewedAt.toISOString()}`,
      payload: { applicationId, campaignId, marketerId, advertiserId },
    },
    deps.clock,
  );
}

async function requireWork(reader: Reader, applicationId: string, now: Date): Promise<Work> {
  const work = await findWork(reader, applicationId, now);
  if (!work) throw new Error(`application ${applicationId} of a conversation is missing`);
  return work;
}

async function toReport(
  reader: Reader,
  deps: Pick<Deps, 'clock'>,
  row: ReportRow,
  viewer: Actor,
): Promise<MessageReport> {
  const [report] = await toReports(reader, deps, [row], viewer);
  if (!report) throw new Error(`report ${row.id} has no answer`);
  return report;
}

async function toReports(
  reader: Reader,
  { clock }: Pick<Deps, 'clock'>,
  rows: readonly ReportRow[],
  viewer: Actor,
): Promise<MessageReport[]> {
  const reports: MessageReport[] = [];
  for (const row of rows) {
    const work = await requireWork(reader, row.applicationId, clock.now());
    const ids = [row.reporterId, work.marketerId, row.ownerId ?? ''];
    const names = await loadShownNames(
      reader,
      ids.map((id) => ({ id, isKnown: true })),
    );
    const isOpen = contract.reportProcess.open(row.state, 'admin').length > 0;
    reports.push({
      id: row.id,
      applicationId: row.applicationId,
      campaignId: work.campaignId,
      campaignTitle: work.campaignTitle,
      status: row.state,
      reason: row.reason,
      text: row.text,
      side: row.side,
      reporter: { id: row.reporterId, name: names.get(row.reporterId) ?? '' },
      reported:
        row.side === 'advertiser'
          ? { id: work.marketerId, name: names.get(work.marketerId) ?? '' }
          : { id: work.advertiserId, name: formatBusiness(work) },
      createdAt: row.createdAt.toISOString(),
      owner: row.ownerId === null ? null : { id: row.ownerId, name: names.get(row.ownerId) ?? '' },
      note: row.note,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      can: { take: isOpen && row.ownerId !== viewer.userId, decide: isOpen && row.ownerId === viewer.userId },
    });
  }
  return reports;
}

const toAuditObject = (applicationId: string) => ({ kind: 'application', id: applicationId });
