import { toDecimal } from '#kernel/money.ts';
import { findTimeZone } from '#kernel/time-zone.ts';
import { loadPaymentsBySource, loadTips, owesAfterDispute } from '#payments/server/service.ts';
import type { PaymentState } from '#payments/contract.ts';
import { SECOND } from '#kernel/time.ts';
import type { Reader } from '#platform/server/db/open-database.ts';
import type { Deps } from './ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { toPublicPerson } from '#profiles/server/service.ts';
import { parsePostUrl } from '#profiles/social-post-contract.ts';
import { type Proof, type ProofMedia, proofProcess } from '#proofs/contract.ts';
import type { ProofAmendment } from '#proofs/decision-contract.ts';
import { listTeamOwners, loadStandings } from '#teams/server/service.ts';
import { Presence } from '#tracking/contract.ts';
import {
  listClosedSessions,
  toCountedSession,
  toShownCountedSession,
  toShownPresence,
} from '#tracking/server/service.ts';
import { fileUrl, thumbnailUrl } from '#uploads/contract.ts';
import { checkAsking, isOpen } from './amending/amendment-rules.ts';
import { toPostCheck } from './posts/post-presenter.ts';
import { listPostChecks } from './posts/post-store.ts';
import { listResendable } from './amending/resubmission-service.ts';
import { checkSignsAnswer, isForAdmins } from './rules.ts';
import { loadChecksOfProofs } from './spot-checks/spot-check-service.ts';
import { type FoundMedia, listAllMedia, loadWork } from './store.ts';
import type { AmendmentRow, ProofRow } from './tables.ts';
import { toTipFields } from './tips/tip-presenter.ts';

/** Proofs sent before forgery signals existed have none. */
const StoredPresence = Presence.nullable();

type Viewer = Pick<Actor, 'userId' | 'role'>;

export async function toProofs(
  reader: Reader,
  deps: Pick<Deps, 'ports' | 'clock'>,
  rows: readonly ProofRow[],
  viewer: Viewer,
): Promise<Proof[]> {
  const ids = rows.map(({ id }) => id);
  const works = await loadWork(reader, ids);
  const media = await listAllMedia(reader, ids);
  const now = deps.clock.now();
  const sessions = await listClosedSessions(
    reader,
    rows.filter(({ sessionId }) => sessionId !== null).map(({ applicationId }) => applicationId),
  );
  const payments = await loadPaymentsBySource(
    reader,
    rows.filter(({ status }) => status !== 'pending').map(({ id }) => id),
  );
  const tips = await loadTips(reader, ids);
  const mayTip = viewer.role === 'advertiser' && rows.some(({ status }) => status === 'approved');
  const owes = mayTip && (await owesAfterDispute(reader, viewer.userId));
  const disputes = await deps.ports.loadProofDisputes(reader, viewer, rows);
  const checks = await listPostChecks(
    reader,
    rows.filter(({ postUrl }) => postUrl !== null).map(({ id }) => id),
  );
  const spotChecks = await loadChecksOfProofs(reader, deps, rows);
  const standings = await loadStandings(reader, viewer);
  const ownTeams = viewer.role === 'admin' ? await listTeamOwners(reader, viewer.userId) : [];
  const own = rows.filter(({ marketerId }) => marketerId === viewer.userId);
  const resendable = await listResendable(
    reader,
    deps,
    own.flatMap((row) => {
      const work = works.get(row.id);
      return work ? [{ row, campaign: work.campaign }] : [];
    }),
  );
  return rows.map((row) => {
    const work = works.get(row.id);
    if (!work) throw new Error(`proof ${row.id} has no campaign`);
    const { campaign, amendment: request, isMarketerDeleted } = work;
    const person = toPublicPerson(work.profile);
    const files = media.filter(({ proofId }) => proofId === row.id);
    const isWaiting = isOpen(row, request, now);
    const mayDecide = standings.with(campaign.advertiserId).rights.decide;
    const platform = campaign.socialPlatform;
    const isExact = row.marketerId === viewer.userId || viewer.role === 'admin';
    const presence = StoredPresence.parse(row.presence);
    return {
      ...toPlainFields(row),
      presence: presence && (isExact ? presence : toShownPresence(presence)),
      sessions: sessions
        .filter((each) => isCounted(each, row))
        .map(isExact ? toCountedSession : toShownCountedSession),
      campaignTitle: campaign.title,
      timeZone: findTimeZone(campaign),
      marketerName: person.name,
      marketerImage: person.imageUrl,
      isMarketerDeleted,
      location: { address: campaign.location ?? '' },
      payRate: toDecimal(campaign.payCents ?? 0),
      isPaymentDisputed: campaign.chargebackSince !== null,
      ...toPaymentFields(payments.get(row.id)),
      ...toTipFields(
        {
          proof: row,
          tip: tips.get(row.id),
          payCents: campaign.payCents ?? 0,
          isDisputed: disputes.get(row.id)?.dispute?.isOpen === true,
          isDeleted: isMarketerDeleted,
        },
        {
          isMarketer: row.marketerId === viewer.userId,
          mayPay: standings.with(campaign.advertiserId).rights.own,
          owes,
        },
        deps.clock.now(),
      ),
      threadId:
        row.marketerId === viewer.userId || standings.with(campaign.advertiserId).rights.read
          ? row.applicationId
          : null,
      dispute: disputes.get(row.id)?.dispute ?? null,
      disputableUntil: disputes.get(row.id)?.disputableUntil ?? null,
      postHandle: row.postUrl && platform ? parsePostUrl(platform, row.postUrl).handle : null,
      postChecks: checks.filter(({ proofId }) => proofId === row.id).map(toPostCheck),
      spotChecks: spotChecks(row),
      media: files.filter(({ replacedAt }) => replacedAt === null).map(toMedia),
      replacedMedia: files.filter(({ replacedAt }) => replacedAt !== null).map(toMedia),
      amendment: request && toAmendment(request, isWaiting),
      can: {
        ...allowedDecisions(
          row,
          mayDecide ||
            (viewer.role === 'admin' &&
              row.marketerId !== viewer.userId &&
              !ownTeams.includes(campaign.advertiserId) &&
              isForAdmins(row, now)),
          isWaiting,
        ),
        resend: resendable.has(row.id),
        answerSigns: row.marketerId === viewer.userId && checkSignsAnswer(row) === null,
        askAgain: mayDecide && checkAsking(row, request, now) === null,
        sendAgain: row.marketerId === viewer.userId && isWaiting,
      },
    };
  });
}

export async function toProof(
  reader: Reader,
  deps: Pick<Deps, 'ports' | 'clock'>,
  row: ProofRow,
  viewer: Viewer,
): Promise<Proof> {
  const [answer] = await toProofs(reader, deps, [row], viewer);
  if (!answer) throw new Error(`proof ${row.id} has no answer`);
  return answer;
}

/** A later proof counts later sessions too. */
export function isCounted(
  session: { applicationId: string; closedAt: Date | null },
  { applicationId, submittedAt }: ProofRow,
): boolean {
  return (
    session.applicationId === applicationId && session.closedAt !== null && session.closedAt <= submittedAt
  );
}

function toMedia({ uploadId, takenAt, durationMs, hasThumbnail, ...media }: FoundMedia): ProofMedia {
  return {
    uploadId,
    kind: media.kind,
    contentType: media.contentType,
    url: fileUrl(uploadId),
    thumbnailUrl: hasThumbnail ? thumbnailUrl(uploadId) : null,
    takenAt: takenAt?.toISOString() ?? null,
    durationSeconds: durationMs === null ? null : Math.round(durationMs / SECOND),
    isSentAgain: media.isSentAgain,
  };
}

function toPlainFields(row: ProofRow) {
  return {
    id: row.id,
    campaignId: row.campaignId,
    status: row.status,
    duration: row.minutes,
    strength: row.strength,
    submittedAt: row.submittedAt.toISOString(),
    reviewDueAt: row.reviewDueAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reviewNotes: row.reviewNotes,
    rejectReason: row.rejectReason,
    note: row.note,
    signsAnswer: row.signsAnswer,
    postUrl: row.postUrl,
    isAdDisclosed: row.isAdDisclosed,
    signs: row.signs,
    sessionId: row.sessionId,
  };
}

function toPaymentFields(payment: { status: PaymentState; amountCents: number } | undefined) {
  return { payment: payment?.status ?? null, paidAmount: payment ? toDecimal(payment.amountCents) : null };
}

function allowedDecisions(row: ProofRow, mayDecide: boolean, isWaiting: boolean) {
  const open = mayDecide ? proofProcess.open(row.status, 'advertiser') : [];
  return { approve: open.includes('approve'), reject: open.includes('reject') && !isWaiting };
}

function toAmendment(request: AmendmentRow, isWaiting: boolean): ProofAmendment {
  const { askedAt, dueAt, amendedAt, reasons, note, answer, firstPostUrl } = request;
  return {
    askedAt: askedAt.toISOString(),
    reasons,
    note,
    dueAt: dueAt.toISOString(),
    isOpen: isWaiting,
    amendedAt: amendedAt?.toISOString() ?? null,
    answer,
    firstPostUrl,
  };
}
