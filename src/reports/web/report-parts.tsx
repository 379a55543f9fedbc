import type { ReactNode } from 'react';
import { formatCampaignType, formatPayUnit } from '#campaigns/web/campaign-labels.ts';
import { Line, Lines } from '#campaigns/web/form/cost/cost-card.tsx';
import { Fact, Facts } from '#campaigns/web/page/campaign-facts.tsx';
import { formatRadius } from '#platform/web/maps/picker/location-value.ts';
import { formatDuration, formatZonedDateTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatMoney, Money } from '#platform/web/ui/money.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { HeatMap } from '#tracking/web/report/presence-heat.tsx';
import type { CampaignReport } from '../contract.ts';
import { formatRange, listMoneyLines } from '../report-labels.ts';

export type ShownReport = Omit<CampaignReport, 'photos' | 'work'>;

export const formatMinutes = (minutes: number) => formatDuration(Math.round(minutes));

/** The figures that a reader looks for first. */
export function KeyFigures({ report }: { report: ShownReport }) {
  const { time, money, counts, estimate, heat, posts } = report;
  if (!time) {
    return (
      <StatTiles>
        {posts ? (
          <StatTile
            label="Views"
            value={posts.views.toLocaleString('en-US')}
            hint={`Reported by marketers with screenshots, ${posts.reported} of ${counts.approved} posts`}
          />
        ) : null}
        <StatTile label="Posts approved" value={counts.approved} hint={`of ${counts.places} places`} />
        <StatTile label="Waiting for review" value={counts.pending} hint="Not counted yet" />
        <StatTile label="Cost so far" value={<Money amount={money.cost} />} hint="Pay and fee" />
      </StatTiles>
    );
  }
  const areas = heat?.zone ? `, ${heat.zone.visited} of ${heat.zone.cells} map areas` : '';
  return (
    <StatTiles>
      <StatTile
        label="Verified time"
        value={formatMinutes(time.verifiedMinutes)}
        hint={
          time.waitingMinutes > 0
            ? `Inside the area, approved. ${formatMinutes(time.waitingMinutes)} more waiting`
            : 'Inside the area, approved'
        }
      />
      <StatTile
        label="Coverage"
        value={time.coverage === null ? '–' : `${Math.round(time.coverage * 100)}%`}
        hint={`of ${formatMinutes(time.askedMinutes)} asked for${areas}`}
      />
      <StatTile
        label="Cost per verified hour"
        value={money.costPerVerifiedHour === null ? '–' : <Money amount={money.costPerVerifiedHour} />}
        hint={`${formatMoney(money.cost)} pay and fee so far`}
      />
      <StatTile
        label="Opportunities to see"
        value={estimate ? formatRange(estimate.low, estimate.high) : '–'}
        hint={estimate ? 'Estimate, not measured' : 'No assumption entered'}
      />
    </StatTiles>
  );
}

export function ReportTerms({ report }: { report: ShownReport }) {
  const { campaignType, platform, location, zone, timeZone, startTime, closesAt, durationMinutes, pay } =
    report.campaign;
  return (
    <Panel title="Campaign terms">
      <Facts>
        <Fact name="Type">{formatCampaignType({ campaignType, socialMediaPlatform: platform })}</Fact>
        {startTime ? <Fact name="Start">{formatZonedDateTime(startTime, timeZone)}</Fact> : null}
        {closesAt ? <Fact name="Open until">{formatZonedDateTime(closesAt, timeZone)}</Fact> : null}
        {durationMinutes === null ? null : <Fact name="Duration">{formatDuration(durationMinutes)}</Fact>}
        <Fact name={`Pay per ${formatPayUnit(campaignType)}`}>
          <Money amount={pay} />
        </Fact>
        <Fact name="Location">
          {location}
          {zone ? `, within ${formatRadius(zone.radius)}` : ''}
        </Fact>
      </Facts>
    </Panel>
  );
}

export function ReportPlaces({ report: { counts } }: { report: ShownReport }) {
  return (
    <Panel title="Places and proof">
      <Figures
        rows={[
          ['Places', counts.places],
          ['Taken', counts.hired],
          ['Applications', counts.applications],
          ['Proofs approved', counts.approved],
          ['Proofs waiting', counts.pending],
          ['Proofs rejected', counts.rejected],
        ]}
      />
    </Panel>
  );
}

export function ReportMoney({ report: { money } }: { report: ShownReport }) {
  return (
    <Panel title="Money">
      <Lines>
        {listMoneyLines(money).map(([name, amount]) => (
          <Line key={name} name={name}>
            <Money amount={amount} />
          </Line>
        ))}
        <Line name="Left, fee included" isTotal>
          <Money amount={money.left} />
        </Line>
      </Lines>
    </Panel>
  );
}

/** The published areas of ended sessions. */
export function ReportMap({ report: { heat, campaign } }: { report: ShownReport }) {
  if (!heat) return null;
  return (
    <Panel title="Where the work was done">
      {heat.cells.length === 0 ? (
        <EmptyState title="Nothing recorded yet" text="Areas appear here once a session has ended." />
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
