import type { ResponseOf } from '#kernel/endpoint.ts';
import { t } from '#kernel/text.ts';
import { listHeldDays } from '#payments/admin-contract.ts';
import { type ChartContent, formatTimeZone, nameDate, trimRows } from '#platform/web/charts/chart-content.ts';
import { ChartPanel } from '#platform/web/charts/chart-panel.tsx';
import { readTimeZone } from '#platform/web/time-zone.ts';
import { toCents } from '#platform/web/ui/money.tsx';
import { listDecisionWeeks, listGrowthWeeks } from '../../trends-contract.ts';
import classes from './trends.module.css';

export function TrendsPanel() {
  const timeZone = readTimeZone();
  const args = { query: { timeZone } };
  const zone = formatTimeZone(timeZone);
  return (
    <div className={classes.charts}>
      <ChartPanel
        title={t('Time to decision')}
        endpoint={listDecisionWeeks}
        args={args}
        toContent={toDecisionTimes}
        note={() =>
          t('Median by week of the decision, from Sunday, {zone}. Automatic approvals count.', { zone })
        }
        empty={{
          title: t('No decisions in the last 26 weeks'),
          text: t('How long proofs and disputes wait appears here once one is decided.'),
        }}
      />
      <ChartPanel
        title={t('Held for campaigns')}
        endpoint={listHeldDays}
        args={args}
        toContent={toHeld}
        note={() => t('At the end of each day, {zone}.', { zone })}
        empty={{
          title: t('Nothing held in the last 90 days'),
          text: t('Escrow and unearned fees appear here once a campaign is funded.'),
        }}
      />
      <ChartPanel
        title={t('Growth')}
        endpoint={listGrowthWeeks}
        args={args}
        toContent={toGrowth}
        note={() =>
          t(
            'New accounts and campaigns by week from Sunday, {zone}. A campaign counts in the week of its draft, once it is funded.',
            { zone },
          )
        }
        empty={{
          title: t('No new accounts in the last 26 weeks'),
          text: t('New marketers, advertisers and campaigns of each week appear here.'),
        }}
      />
    </div>
  );
}

function toDecisionTimes(weeks: ResponseOf<typeof listDecisionWeeks>): ChartContent | null {
  const rows = trimRows(
    weeks.map(({ week, proofs, disputes }) => ({
      ...nameDate(week),
      values: {
        proofs: proofs?.medianHours ?? null,
        disputes: disputes?.medianHours ?? null,
        slowProofs: proofs?.slowHours ?? null,
        decidedProofs: proofs?.decided ?? 0,
        slowDisputes: disputes?.slowHours ?? null,
        decidedDisputes: disputes?.decided ?? 0,
      },
    })),
  );
  if (!rows) return null;
  return {
    heading: t('Week from'),
    rows,
    series: [
      { key: 'proofs', label: t('Proofs'), shape: 'line', color: 'people', unit: 'hours' },
      { key: 'disputes', label: t('Disputes'), shape: 'line', color: 'returned', unit: 'hours' },
      {
        key: 'slowProofs',
        label: t('Nine in ten proofs within'),
        shape: 'none',
        color: 'people',
        unit: 'hours',
      },
      { key: 'decidedProofs', label: t('Proofs decided'), shape: 'none', color: 'people', unit: 'count' },
      {
        key: 'slowDisputes',
        label: t('Nine in ten disputes within'),
        shape: 'none',
        color: 'returned',
        unit: 'hours',
      },
      {
        key: 'decidedDisputes',
        label: t('Disputes decided'),
        shape: 'none',
        color: 'returned',
        unit: 'count',
      },
    ],
  };
}

function toHeld(days: ResponseOf<typeof listHeldDays>): ChartContent | null {
  const rows = trimRows(
    days.map(({ day, escrow, unearnedFee }) => ({
      ...nameDate(day),
      values: { escrow: toCents(escrow), unearnedFee: toCents(unearnedFee) },
    })),
  );
  if (!rows) return null;
  return {
    heading: t('Day'),
    isStacked: true,
    series: [
      { key: 'escrow', label: t('Escrow'), shape: 'area', color: 'held', unit: 'money' },
      { key: 'unearnedFee', label: t('Unearned fees'), shape: 'area', color: 'returned', unit: 'money' },
    ],
    rows,
  };
}

function toGrowth(weeks: ResponseOf<typeof listGrowthWeeks>): ChartContent | null {
  const rows = trimRows(weeks.map(({ week, ...values }) => ({ ...nameDate(week), values })));
  if (!rows) return null;
  return {
    heading: t('Week from'),
    series: [
      { key: 'marketers', label: t('Marketers'), shape: 'bar', color: 'people', unit: 'count' },
      { key: 'advertisers', label: t('Advertisers'), shape: 'bar', color: 'held', unit: 'count' },
      { key: 'campaigns', label: t('Campaigns'), shape: 'line', color: 'returned', unit: 'count' },
    ],
    rows,
  };
}
