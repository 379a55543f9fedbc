import { sql } from 'drizzle-orm';
import { APPROVAL_DISPUTE_PERIOD_MS, DISPUTE_PERIOD_MS } from '#disputes/contract.ts';
import { formatDollars } from '#kernel/money.ts';
import { msg } from '#kernel/text.ts';
import { isHoldable } from '#payments/server/service.ts';
import { payment } from '#payments/server/tables.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import { MAX_PROOFS } from '#proofs/contract.ts';
import { ADMIN_PERIOD_MS } from '#proofs/weak-contract.ts';
import type { DeadlineKind } from './deadline.ts';

/**
 * A review begins again when files are sent again, or their time is over (decision 60). Then it has another warning.
 */
const reviewSince = sql`coalesce(m.amended_at, m.due_at, p.submitted_at)`;
const reviewRef = sql`coalesce(p.id || ':' || coalesce(m.amended_at, m.due_at), p.id::text)`;

export const proofDeadlines: readonly DeadlineKind[] = [
  {
    kind: 'proof.review-due',
    task: 'review-proofs',
    isMailed: true,
    isForDeciders: true,
    select: sql`
      select c.advertiser_id as account_id, ${reviewRef} as ref, ${reviewSince} as since, p.review_due_at as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from proof p join campaign c on c.id = p.campaign_id left join proof_amendment m on m.proof_id = p.id
      where p.status = 'pending'`,
    format: ({ about }, time) => ({
      title: msg('Review due soon: {campaign}', { campaign: about }),
      text: msg(
        'A proof for {campaign} waits for your decision until {time}. After that it’s approved automatically, unless something looks unusual: then an administrator decides.',
        { campaign: about, time },
      ),
      href: '/proof-review',
    }),
  },
  {
    kind: 'proof.approval-near',
    isMailed: false,
    select: sql`
      select p.marketer_id as account_id, ${reviewRef} as ref, ${reviewSince} as since, p.review_due_at as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from proof p join campaign c on c.id = p.campaign_id left join proof_amendment m on m.proof_id = p.id
      where p.status = 'pending' and p.strength <> 'weak'`,
    format: ({ about, campaignId }, time) => ({
      title: msg('Your proof is decided soon: {campaign}', { campaign: about }),
      text: msg(
        'If the advertiser doesn’t decide, your proof for {campaign} is approved automatically on {time}.',
        { campaign: about, time },
      ),
      href: `/campaigns/${campaignId}`,
    }),
  },
  {
    kind: 'proof.again-due',
    task: 'send-again',
    isMailed: true,
    select: sql`
      select p.marketer_id as account_id, p.id as ref, m.asked_at as since, m.due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from proof p join campaign c on c.id = p.campaign_id join proof_amendment m on m.proof_id = p.id
      where p.status = 'pending' and m.amended_at is null`,
    format: ({ about, campaignId }, time) => ({
      title: msg('Last day to send again: {campaign}', { campaign: about }),
      text: msg(
        'You can send the files that the advertiser asked for until {time}. After that they decide on your first ones.',
        { time },
      ),
      href: `/campaigns/${campaignId}`,
    }),
  },
  {
    kind: 'proof.admin-due',
    isMailed: true,
    select: sql`
      select a.id as account_id, p.id as ref, p.review_due_at as since,
        p.review_due_at + ${milliseconds(ADMIN_PERIOD_MS)} as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from proof p join campaign c on c.id = p.campaign_id
      join account a on a.role = 'admin' and a.deleted_at is null and a.suspended_at is null
      where p.status = 'pending' and p.strength = 'weak' and p.admins_told_at is not null`,
    format: ({ about }, time) => ({
      title: msg('Weak proof due soon: {campaign}', { campaign: about }),
      text: msg('Decide the weak proof for {campaign} by {time}.', { campaign: about, time }),
      href: '/admin?tab=proofs',
    }),
  },
  {
    kind: 'dispute.period-ends',
    task: 'dispute-rejection',
    isMailed: true,
    runs: { from: sql`p.decided_at`, forMs: DISPUTE_PERIOD_MS },
    select: sql`
      select p.marketer_id as account_id, p.id as ref, p.decided_at as since,
        p.decided_at + ${milliseconds(DISPUTE_PERIOD_MS)} as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from proof p join campaign c on c.id = p.campaign_id
      where p.status = 'rejected'
        and not exists (select 1 from dispute d where d.proof_id = p.id)
        and not exists (select 1 from proof o where o.application_id = p.application_id and o.status <> 'rejected')`,
    format: ({ about, campaignId }, time) => ({
      title: msg('Last day to dispute: {campaign}', { campaign: about }),
      text: msg(
        'Your proof for {campaign} was rejected. If that’s wrong, you can open a dispute until {time}.',
        { campaign: about, time },
      ),
      href: `/campaigns/${campaignId}`,
    }),
  },
  {
    // Only of an approval by silence: the advertiser knows the ones that they made.
    kind: 'dispute.approval-period-ends',
    isMailed: true,
    isForDeciders: true,
    runs: { from: sql`p.decided_at`, forMs: APPROVAL_DISPUTE_PERIOD_MS },
    select: sql`
      select c.advertiser_id as account_id, p.id as ref, p.decided_at as since,
        p.decided_at + ${milliseconds(APPROVAL_DISPUTE_PERIOD_MS)} as due_at,
        c.id as campaign_id, c.title as about, ${payment.amountCents} as cents
      from proof p join campaign c on c.id = p.campaign_id join ${payment} on ${payment.sourceId} = p.id
      where p.status = 'approved' and p.decided_by is null and ${isHoldable}
        and not exists (select 1 from dispute d where d.application_id = p.application_id)`,
    format: ({ about, campaignId, cents }, time) => ({
      title: msg('Last day to dispute: {campaign}', { campaign: about }),
      text: msg(
        'A proof for {campaign} was approved automatically. The pay of {amount} hasn’t been sent yet. If the work wasn’t done, you can open a dispute until {time}.',
        { campaign: about, amount: formatDollars(cents ?? 0), time },
      ),
      href: `/proof-review?show=decided&of=${campaignId}`,
    }),
  },
  {
    kind: 'proof.due-soon',
    task: 'send-proof',
    isMailed: true,
    select: sql`
      select a.marketer_id as account_id, a.id as ref, greatest(a.approved_at, a.undo_until, c.start_time) as since,
        c.proof_due_at as due_at, c.id as campaign_id, c.title as about, null::bigint as cents
      from application a join campaign c on c.id = a.campaign_id
      where a.status = 'approved' and c.status = 'active'
        and not exists (select 1 from proof p where p.application_id = a.id and p.status <> 'rejected')
        and not exists (select 1 from dispute d where d.application_id = a.id)
        and (select count(*) from proof p where p.application_id = a.id) < ${MAX_PROOFS}`,
    format: ({ about, campaignId }, time) => ({
      title: msg('Send your proof: {campaign}', { campaign: about }),
      text: msg(
        'Send your proof for {campaign} by {time}. Without it you aren’t paid, and your place is refunded to the advertiser.',
        { campaign: about, time },
      ),
      href: `/campaigns/${campaignId}`,
    }),
  },
];
