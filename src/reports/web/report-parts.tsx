import type { ReactNode } from 'react';
import { formatCampaignType, formatPayUnit } from '#campaigns/web/campaign-labels.ts';
import { Line, Lines } from '#campaigns/web/form/cost/cost-card.tsx';
import { Fact, Facts } from '#campaigns/web/page/campaign-facts.tsx';
import { getLocale } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import { formatZonedDateTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatMoney, Money } from '#platform/web/ui/money.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { HeatMap } from '#tracking/web/report/presence-heat.tsx';
import type { CampaignReport } from '../contract.ts';
import { formatRange, formatZone, listMoneyLines } from '../report-labels.ts';

export type ShownReport = Omit<CampaignReport, 'photos' | 'work'>;

export function KeyFigures({ report }: { report: ShownReport }) {
  const { time, money, counts, estimate, heat, posts } = report;
  if (!time) {
    return (
      <StatTiles>
        {posts ? (
          <StatTile
            label={t('Views')}
            value={posts.views.toLocaleString(getLocale())}
            hint={t('Reported by marketers with screenshots, {reported} of {approved} posts', {
              reported: posts.reported,
              approved: counts.approved,
            })}
          />
        ) : null}
        <StatTile
          label={t('Posts approved')}
          value={counts.approved}
          hint={t('of {places} places', { places: counts.places })}
        />
        <StatTile label={t('Waiting for review')} value={counts.pending} hint={t('Not counted yet')} />
        <StatTile label={t('Cost so far')} value={<Money amount={money.cost} />} hint={t('Pay and fee')} />
      </StatTiles>
    );
  }
  const duration = formatDuration(time.askedMinutes);
  return (
    <StatTiles>
      <StatTile
        label={t('Verified time')}
        value={formatDuration(time.verifiedMinutes)}
        hint={
          time.waitingMinutes > 0
            ? t('Inside the area, approved. {duration} more waiting', {
                duration: formatDuration(time.waitingMinutes),
              })
            : t('Inside the area, approved')
        }
      />
      <StatTile
        label={t('Coverage')}
        value={time.coverage === null ? '–' : `${Math.round(time.coverage * 100)}%`}
        hint={
          heat?.zone
            ? t('of {duration} asked for, {visited} of {cells} map areas', {
                duration,
                visited: heat.zone.visited,
                cells: heat.zone.cells,
              })
            : t('of {duration} asked for', { duration })
        }
      />
      <StatTile
        label={t('Cost per verified hour')}
        value={money.costPerVerifiedHour === null ? '–' : <Money amount={money.costPerVerifiedHour} />}
        hint={t('{amount} pay and fee so far', { amount: formatMoney(money.cost) })}
      />
      <StatTile
        label={t('Opportunities to see')}
        value={estimate ? formatRange(estimate.low, estimate.high) : '–'}
        hint={estimate ? t('Estimate, not measured') : t('No assumption entered')}
      />
    </StatTiles>
  );
}

export function ReportTerms({ report }: { report: ShownReport }) {
  const { campaignType, platform, location, zone, timeZone, startTime, closesAt, durationMinutes, pay } =
    report.campaign;
  return (
    <Panel title={t('Campaign terms')}>
      <Facts>
        <Fact name={t('Type')}>{formatCampaignType({ campaignType, socialMediaPlatform: platform })}</Fact>
        {startTime ? <Fact name={t('Start')}>{formatZonedDateTime(startTime, timeZone)}</Fact> : null}
        {closesAt ? <Fact name={t('Open until')}>{formatZonedDateTime(closesAt, timeZone)}</Fact> : null}
        {durationMinutes === null ? null : (
          <Fact name={t('Duration')}>{formatDuration(durationMinutes)}</Fact>
        )}
        <Fact name={t('Pay per {unit}', { unit: formatPayUnit(campaignType) })}>
          <Money amount={pay} />
        </Fact>
        <Fact name={t('Location')}>{zone ? formatZone(location ?? '', zone) : location}</Fact>
      </Facts>
    </Panel>
  );
}

export function ReportPlaces({ report: { counts } }: { report: ShownReport }) {
  return (
    <Panel title={t('Places and proof')}>
      <Figures
        rows={[
          [t('Places'), counts.places],
          [t('Taken'), counts.hired],
          [t('Applications'), counts.applications],
          [t('Proofs approved'), counts.approved],
          [t('Proofs waiting'), counts.pending],
          [t('Proofs rejected'), counts.rejected],
        ]}
      />
    </Panel>
  );
}

export function ReportMoney({ report: { money } }: { report: ShownReport }) {
  return (
    <Panel title={t('Money')}>
      <Lines>
        {listMoneyLines(money).map(([name, amount]) => (
          <Line key={name} name={name}>
            <Money amount={amount} />
          </Line>
        ))}
        <Line name={t('Left, fee included')} isTotal>
          <Money amount={money.left} />
        </Line>
      </Lines>
    </Panel>
  );
}

export function ReportMap({ report: { heat, campaign } }: { report: ShownReport }) {
  if (!heat) return null;
  return (
    <Panel title={t('Where the work was done')}>
      {heat.cells.length === 0 ? (
        <EmptyState
          isSmall
          title={t('Nothing recorded yet')}
          text={t('Areas appear here once a session has ended.')}
        />
      ) : (
        <HeatMap title={campaign.title} place={campaign.zone} cells={heat.cells} busiest={null} />
      )}
    </Panel>
  );
}

function Figures({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <Lines>
      {rows.map(([name, value]) => (
        <Line key={name} name={name}>
          {value}
        </Line>
      ))}
    </Lines>
  );
}
