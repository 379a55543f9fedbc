import type { ReactNode } from 'react';
import type { Campaign } from '#campaigns/contract.ts';
import type { CampaignLedger } from '#campaigns/ledger-contract.ts';
import { Fact, Facts } from '#campaigns/web/page/campaign-facts.tsx';
import { formatCampaignDuration, formatCampaignType, formatPayUnit } from '#campaigns/web/campaign-labels.ts';
import { Line, Lines } from '#campaigns/web/form/cost/cost-card.tsx';
import { formatRadius } from '#platform/web/maps/picker/location-value.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { formatDay, formatDuration, formatTimeOfDay } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatDistance } from '#tracking/web/tracker/tracking-messages.ts';
import classes from './campaign-report.module.css';
import type { ReportFigures } from './report-figures.ts';

export function ReportTerms({ campaign }: { campaign: Campaign }) {
  const { startTime, closesAt, locationDetails: place } = campaign;
  const isTracked = campaign.campaignType === 'wearable';
  return (
    <Panel title="Campaign terms">
      <Facts>
        <Fact name="Type">{formatCampaignType(campaign)}</Fact>
        {startTime ? <Fact name="Start">{dayAndTime(startTime)}</Fact> : null}
        {closesAt ? <Fact name="Open until">{dayAndTime(closesAt)}</Fact> : null}
        <Fact name="Duration">{formatCampaignDuration(campaign)}</Fact>
        <Fact name={`Pay per ${formatPayUnit(campaign.campaignType)}`}>
          <Money amount={campaign.payRate} />
        </Fact>
        <Fact name="Location">
          {campaign.location}
          {place && isTracked ? `, within ${formatRadius(place.radius)}` : ''}
        </Fact>
      </Facts>
      {place && isTracked ? (
        <div className={classes.map}>
          <MapView
            label={`Map of the area of ${campaign.title}`}
            center={place}
            ring={{ lat: place.lat, lng: place.lng, radiusMeters: place.radius }}
            fit
            height={220}
            listFallback={<p>{campaign.location}</p>}
          />
        </div>
      ) : null}
    </Panel>
  );
}

interface PartProps {
  campaign: Campaign;
  figures: ReportFigures;
}

export function ReportPlaces({ campaign, figures }: PartProps) {
  return (
    <Panel title="Places">
      <Figures
        rows={[
          ['Places', campaign.totalMarketersNeeded],
          ['Taken', campaign.marketersHired],
          ['Paid for approved proof', figures.proofs.approved],
          ['Applications', figures.applications],
        ]}
      />
    </Panel>
  );
}

export function ReportWork({ campaign, figures }: PartProps) {
  const { sessions, minutesInside, distanceMeters, proofs, files } = figures;
  const tracked: [string, ReactNode][] = [
    ['Sessions with proof', sessions],
    ['Time inside the area', minutesInside === null ? 'None' : formatDuration(Math.round(minutesInside))],
    ['Walked', distanceMeters === null ? 'None' : formatDistance(distanceMeters)],
  ];
  return (
    <Panel title="Work">
      <Figures
        rows={[
          ...(campaign.campaignType === 'wearable' ? tracked : []),
          ['Proofs approved', proofs.approved],
          ['Proofs rejected', proofs.rejected],
          ['Proofs waiting', proofs.pending],
          ['Files submitted', files],
        ]}
      />
    </Panel>
  );
}

export function ReportMoney({ ledger }: { ledger: CampaignLedger }) {
  return (
    <Panel title="Money">
      <Lines>
        <Line name="You paid in">
          <Money amount={ledger.funded} />
        </Line>
        <Line name="Released to marketers">
          <Money amount={ledger.released} />
        </Line>
        <Line name="Platform fee on paid places">
          <Money amount={ledger.feeEarned} />
        </Line>
        <Line name="Back to your wallet">
          <Money amount={ledger.refunded} />
        </Line>
        {ledger.disputed === '0.00' ? null : (
          <Line name="Disputed at the wallet">
            <Money amount={ledger.disputed} />
          </Line>
        )}
        <Line name="Left, fee included" isTotal>
          <Money amount={ledger.left} />
        </Line>
      </Lines>
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

/** Includes the year, because a report is kept for years. */
function dayAndTime(moment: string): string {
  return `${formatDay(moment)}, ${formatTimeOfDay(moment)}`;
}
