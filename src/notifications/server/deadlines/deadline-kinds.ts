import { type SQL, sql } from 'drizzle-orm';
import { APPEAL_PERIOD_MS } from '#applications/strike-contract.ts';
import { CONFIRMATION_PERIOD_MS, CONFIRMED_IF_APPROVED_BEFORE_MS } from '#applications/contract.ts';
import { DISPUTE_PERIOD_MS } from '#disputes/contract.ts';
import { formatDollars } from '#kernel/money.ts';
import { GIVE_UP_AFTER_MS } from '#payments/shortfall-contract.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import { ADMIN_PERIOD_MS, MAX_PROOFS } from '#proofs/contract.ts';
import type { TaskKind } from '#notifications/tasks-contract.ts';
import type { NotificationKind } from '../notification-kinds.ts';

/** A deadline of a user who must be warned of it. */
export interface Deadline {
  accountId: string;
  /** The id of the object, so that each user is warned once per object. */
  ref: string;
  /** When the time began to run. */
  since: Date;
  dueAt: Date;
  campaignId: string | null;
  /** The campaign's title, or what else the text names. */
  about: string;
  cents: number | null;
}

export interface DeadlineKind {
  kind: NotificationKind;
  isMailed: boolean;
  /** True if everyone who can decide for the advertiser is warned. */
  isForDeciders?: boolean;
  /** Under which name it is in the user's list of tasks. */
  task?: TaskKind;
  /** Selects the columns of Deadline for everything that still waits. Ends with its conditions. */
  select: SQL;
  /**
   * The column from which the time runs, and how long, if rows stay after their deadline: then an index on the column
   * finds the few that are due soon.
   */
  runs?: { from: SQL; forMs: number };
  /** `time` is the deadline, in words. */
  format: (deadline: Deadline, time: string) => { title: string; text: string; href: string };
}

/** A review begins again when files are sent again, or their time is over (decision 60). Then it has another warning. */
const reviewSince = sql`coalesce(m.amended_at, m.due_at, p.submitted_at)`;
const reviewRef = sql`coalesce(p.id || ':' || coalesce(m.amended_at, m.due_at), p.id::text)`;

/** Proofs, places, money and accounts: everything that ends by time alone, and that the user can still change. */
export const deadlineKinds: readonly DeadlineKind[] = [
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
      title: `Review due soon: ${about}`,
      text: `A proof for ${about} waits for your decision until ${time}. After that it’s approved automatically, unless something looks unusual: then an administrator decides.`,
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
      title: `Your proof is decided soon: ${about}`,
      text: `If the advertiser doesn’t decide, your proof for ${about} is approved automatically on ${time}.`,
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
      title: `Last day to send again: ${about}`,
      text: `You can send the files that the advertiser asked for until ${time}. After that they decide on your first ones.`,
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
      title: `Weak proof due soon: ${about}`,
      text: `Decide the weak proof for ${about} by ${time}.`,
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
      title: `Last day to dispute: ${about}`,
      text: `Your proof for ${about} was rejected. If that’s wrong, you can open a dispute until ${time}.`,
      href: `/campaigns/${campaignId}`,
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
      title: `Send your proof: ${about}`,
      text: `Send your proof for ${about} by ${time}. Without it you aren’t paid, and your place is refunded to the advertiser.`,
      href: `/campaigns/${campaignId}`,
    }),
  },
  {
    kind: 'application.confirmation-due',
    isMailed: true,
    select: sql`
      select a.marketer_id as account_id, a.id as ref,
        a.confirmation_due_at - ${milliseconds(CONFIRMATION_PERIOD_MS)} as since, a.confirmation_due_at as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from application a join campaign c on c.id = a.campaign_id
      where a.status = 'approved' and a.confirmation_due_at is not null and a.confirmed_at is null
        and c.status = 'active' and c.closing_since is null`,
    format: ({ about, campaignId }, time) => ({
      title: `Confirm now: ${about}`,
      text: `You haven’t confirmed your place in ${about} yet. Confirm it by ${time}, or it goes to another marketer.`,
      href: `/campaigns/${campaignId}`,
    }),
  },
  {
    kind: 'application.starts-soon',
    isMailed: true,
    // Marketers of a walk who were approved earlier are asked to confirm at this time instead.
    select: sql`
      select a.marketer_id as account_id, a.id as ref, greatest(a.approved_at, a.undo_until) as since, c.start_time as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from application a join campaign c on c.id = a.campaign_id
      where a.status = 'approved' and c.status = 'active'
        and (c.campaign_type = 'social'
          or a.approved_at >= c.start_time - ${milliseconds(CONFIRMED_IF_APPROVED_BEFORE_MS)})`,
    format: ({ about, campaignId }, time) => ({
      title: `Starts soon: ${about}`,
      text: `${about} starts on ${time}. Read its instructions before you begin.`,
      href: `/campaigns/${campaignId}`,
    }),
  },
  {
    kind: 'campaign.draft-starts-soon',
    task: 'fund-draft',
    isMailed: true,
    select: sql`
      select c.advertiser_id as account_id, c.id as ref, c.created_at as since, c.start_time as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from campaign c where c.status = 'draft' and c.is_complete`,
    format: ({ about, campaignId }, time) => ({
      title: `Not funded yet: ${about}`,
      text: `${about} would start on ${time}, but it isn’t funded. Fund it before, or change its start.`,
      href: `/campaigns/${campaignId}`,
    }),
  },
  {
    kind: 'shortfall.payment-due',
    task: 'pay-shortfall',
    isMailed: true,
    select: sql`
      select s.payer_id as account_id, s.payment_id as ref, s.opened_at as since,
        s.opened_at + ${milliseconds(GIVE_UP_AFTER_MS)} as due_at,
        c.id as campaign_id, c.title as about, s.short_cents as cents
      from shortfall s join campaign c on c.id = s.campaign_id where s.state = 'open'`,
    format: ({ about, campaignId, cents }, time) => ({
      title: `Pay now: ${about}`,
      text: `You still owe ${formatDollars(cents ?? 0)} for approved work. If you don’t pay by ${time}, the marketer is told that they won’t be paid. You still owe the money then.`,
      href: `/campaigns/${campaignId}`,
    }),
  },
  {
    kind: 'shortfall.cover-due',
    isMailed: true,
    select: sql`
      select a.id as account_id, s.payment_id as ref, s.opened_at as since,
        s.opened_at + ${milliseconds(GIVE_UP_AFTER_MS)} as due_at,
        c.id as campaign_id, c.title as about, s.short_cents as cents
      from shortfall s join campaign c on c.id = s.campaign_id
      join account a on a.role = 'admin' and a.deleted_at is null and a.suspended_at is null
      where s.state = 'open'`,
    format: ({ about, cents }, time) => ({
      title: `Unpaid work is given up soon: ${about}`,
      text: `The advertiser still owes ${formatDollars(cents ?? 0)}. You can cover it in the list of stuck money until ${time}.`,
      href: '/admin?tab=money',
    }),
  },
  {
    kind: 'strike.appeal-ends',
    isMailed: true,
    runs: { from: sql`s.at`, forMs: APPEAL_PERIOD_MS },
    select: sql`
      select s.marketer_id as account_id, s.id as ref, s.at as since,
        s.at + ${milliseconds(APPEAL_PERIOD_MS)} as due_at,
        c.id as campaign_id, c.title as about, null::bigint as cents
      from strike s join application a on a.id = s.application_id join campaign c on c.id = a.campaign_id
      where s.status = 'standing'`,
    format: ({ about }, time) => ({
      title: `Last day to appeal: ${about}`,
      text: `If your strike for ${about} is wrong, you can appeal until ${time}.`,
      href: '/applications#strikes',
    }),
  },
  {
    // The other side's rating becomes public then, and this side can no longer rate (decision 52). Before one side has
    // rated, neither has such a deadline.
    kind: 'rating.due-soon',
    isMailed: true,
    select: sql`
      select case r.author_side when 'marketer' then c.advertiser_id else a.marketer_id end as account_id,
        a.id as ref, r.sent_at as since, r.published_at as due_at, c.id as campaign_id, c.title as about,
        null::bigint as cents
      from rating r join application a on a.id = r.application_id join campaign c on c.id = a.campaign_id
      where r.announced_at is null
        and not exists (select from rating o where o.application_id = a.id and o.author_side <> r.author_side)`,
    format: ({ about, campaignId }, time) => ({
      title: `Last day to rate: ${about}`,
      text: `You were rated for ${about}. You see it once you have rated too, or on ${time}. After that you can no longer rate.`,
      href: `/campaigns/${campaignId}?tab=report`,
    }),
  },
  {
    kind: 'social.expires-soon',
    task: 'confirm-followers',
    isMailed: true,
    select: sql`
      select s.account_id, s.id || ':' || s.verified_until as ref, s.verified_at as since, s.verified_until as due_at,
        null::uuid as campaign_id, s.platform as about, null::bigint as cents
      from social_account s where s.status = 'approved' and s.asked_again_at is null`,
    format: ({ about }, time) => ({
      title: 'Confirm your followers again',
      text: `Your followers on ${about} count until ${time}. Confirm them again, so that you can keep applying to campaigns that require them.`,
      href: '/marketer',
    }),
  },
  {
    kind: 'team.invitation-expires',
    isMailed: false,
    select: sql`
      select i.owner_id as account_id, i.id || ':' || i.expires_at as ref, i.sent_at as since, i.expires_at as due_at,
        null::uuid as campaign_id, '' as about, null::bigint as cents
      from team_invitation i where i.accepted_at is null and i.revoked_at is null`,
    format: (_deadline, time) => ({
      title: 'A team invitation expires soon',
      text: `An invitation to your team hasn’t been accepted. It expires on ${time}. You can send it again.`,
      href: '/team',
    }),
  },
];
