import { sql } from 'drizzle-orm';
import { APPEAL_PERIOD_MS } from '#applications/strike-contract.ts';
import { CONFIRMATION_PERIOD_MS, CONFIRMED_IF_APPROVED_BEFORE_MS } from '#applications/contract.ts';
import { formatDollars } from '#kernel/money.ts';
import { msg } from '#kernel/text.ts';
import { GIVE_UP_AFTER_MS } from '#payments/shortfall-contract.ts';
import { milliseconds } from '#platform/server/db/milliseconds.ts';
import type { DeadlineKind } from './deadline.ts';
import { proofDeadlines } from './proof-deadlines.ts';

export const deadlineKinds: readonly DeadlineKind[] = [
  ...proofDeadlines,
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
      title: msg('Confirm now: {campaign}', { campaign: about }),
      text: msg(
        'You haven’t confirmed your place in {campaign} yet. Confirm it by {time}, or it goes to another marketer.',
        { campaign: about, time },
      ),
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
      title: msg('Starts soon: {campaign}', { campaign: about }),
      text: msg('{campaign} starts on {time}. Read its instructions before you begin.', {
        campaign: about,
        time,
      }),
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
      title: msg('Not funded yet: {campaign}', { campaign: about }),
      text: msg(
        '{campaign} would start on {time}, but it isn’t funded. Fund it before, or change its start.',
        { campaign: about, time },
      ),
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
      title: msg('Pay now: {campaign}', { campaign: about }),
      text: msg(
        'You still owe {amount} for approved work. If you don’t pay by {time}, the marketer is told that they won’t be paid. You still owe the money then.',
        { amount: formatDollars(cents ?? 0), time },
      ),
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
      title: msg('Unpaid work is given up soon: {campaign}', { campaign: about }),
      text: msg(
        'The advertiser still owes {amount}. You can cover it in the list of stuck money until {time}.',
        { amount: formatDollars(cents ?? 0), time },
      ),
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
      title: msg('Last day to appeal: {campaign}', { campaign: about }),
      text: msg('If your strike for {campaign} is wrong, you can appeal until {time}.', {
        campaign: about,
        time,
      }),
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
      title: msg('Last day to rate: {campaign}', { campaign: about }),
      text: msg(
        'You were rated for {campaign}. You see it once you have rated too, or on {time}. After that you can no longer rate.',
        { campaign: about, time },
      ),
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
      title: msg('Confirm your followers again'),
      text: msg(
        'Your followers on {platform} count until {time}. Confirm them again, so that you can keep applying to campaigns that require them.',
        { platform: about, time },
      ),
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
      title: msg('A team invitation expires soon'),
      text: msg(
        'An invitation to your team hasn’t been accepted. It expires on {time}. You can send it again.',
        { time },
      ),
      href: '/team',
    }),
  },
];
