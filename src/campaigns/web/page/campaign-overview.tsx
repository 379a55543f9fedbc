import { Progress } from '@mantine/core';
import { fromDollars } from '#kernel/money.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { formatMiles, formatRadius } from '#platform/web/maps/picker/location-value.ts';
import { formatZonedDateTime, formatDay } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import type { Campaign, LocationDetails } from '../../contract.ts';
import { BrandAssetList } from '../form/brand-assets/brand-asset-list.tsx';
import { Fact, Facts } from './campaign-facts.tsx';
import classes from './campaign-page.module.css';
import {
  formatAudience,
  contentNames,
  formatCampaignDuration,
  computeHourlyPay,
  isFull,
  kitWayNames,
  formatPayUnit,
  platformNames,
  listRequiredProof,
  toSentence,
  formatTier,
} from '../campaign-labels.ts';

export function CampaignOverview({ campaign }: { campaign: Campaign }) {
  return (
    <div className={classes.stack}>
      <Panel title="About this campaign">
        <p className={classes.prose}>{campaign.description}</p>
        <Facts>
          {campaign.startTime ? (
            <Fact name="Starts">
              <time dateTime={campaign.startTime}>
                {formatZonedDateTime(campaign.startTime, campaign.timeZone)}
              </time>
            </Fact>
          ) : null}
          <Fact name="Duration">{formatCampaignDuration(campaign)}</Fact>
          <Fact name="Audience">{toSentence(formatAudience(campaign.targetDemographics))}</Fact>
          {campaign.proofDueAt ? (
            <Fact name="Proof due by">{formatZonedDateTime(campaign.proofDueAt, campaign.timeZone)}</Fact>
          ) : null}
          <Fact name="Posted">{formatDay(campaign.createdAt)}</Fact>
          <SocialFacts campaign={campaign} />
        </Facts>
      </Panel>
      <BrandAssetList assets={campaign.brandAssets} />
      <Panel title="Where">
        <p className={classes.prose}>{campaign.location}</p>
        {campaign.locationDetails ? <PlaceMap campaign={campaign} place={campaign.locationDetails} /> : null}
      </Panel>
      {campaign.kitWay ? (
        <Panel title="Shirts and hats">
          <p className={classes.prose}>{kitWayNames[campaign.kitWay]}</p>
          {campaign.kitWay === 'pickup' ? (
            <p className={classes.note}>
              {[campaign.kitPlace, campaign.kitHours].filter(Boolean).join(' · ')}
            </p>
          ) : null}
        </Panel>
      ) : null}
      {campaign.dressNote ? (
        <Panel title="What to wear">
          <p className={classes.prose}>{campaign.dressNote}</p>
        </Panel>
      ) : null}
      {campaign.instructions ? (
        <Panel title="Special instructions">
          <p className={classes.prose}>{campaign.instructions}</p>
        </Panel>
      ) : null}
      <Panel title="Required proof">
        <ul className={classes.list}>
          {listRequiredProof(campaign).map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}

function SocialFacts({ campaign }: { campaign: Campaign }) {
  const { socialMediaPlatform, contentType, requiredTier } = campaign;
  return (
    <>
      {socialMediaPlatform ? <Fact name="Platform">{platformNames[socialMediaPlatform]}</Fact> : null}
      {contentType ? <Fact name="Content">{contentNames[contentType]}</Fact> : null}
      {requiredTier ? <Fact name="Followers">{formatTier(requiredTier)}</Fact> : null}
    </>
  );
}

function PlaceMap({ campaign, place }: { campaign: Campaign; place: LocationDetails }) {
  const isTracked = campaign.campaignType === 'wearable';
  const area = `${formatRadius(place.radius)} (${formatMiles(place.radius)}) around ${place.address}`;
  return (
    <>
      <MapView
        label={`Map of ${campaign.title}`}
        center={place}
        ring={{ lat: place.lat, lng: place.lng, radiusMeters: place.radius }}
        markers={[{ id: 'place', lat: place.lat, lng: place.lng, label: place.address }]}
        fit
        height={300}
        listFallback={<p className={classes.note}>{area}</p>}
      />
      {isTracked ? <p className={classes.note}>Tracked area: {area}.</p> : null}
    </>
  );
}

export function CampaignOffer({ campaign }: { campaign: Campaign }) {
  const hourly = computeHourlyPay(campaign);
  const { marketersHired, totalMarketersNeeded, totalBudget } = campaign;
  const share = totalMarketersNeeded > 0 ? (100 * marketersHired) / totalMarketersNeeded : 0;
  return (
    <Panel>
      <p className={classes.pay}>
        <span className={classes.amount}>
          <Money amount={campaign.payRate} short />
        </span>{' '}
        / {formatPayUnit(campaign.campaignType)}
      </p>
      {hourly ? (
        <p className={classes.note}>
          <Money amount={hourly} /> per hour
        </p>
      ) : null}
      <Progress
        value={share}
        size={6}
        color={isFull(campaign) ? 'gray.5' : 'moss'}
        mt={14}
        aria-label="Places taken"
      />
      <p className={classes.placesLine}>
        <span>
          {marketersHired} / {totalMarketersNeeded} marketers
        </span>
        <span className={classes.dimmed}>
          <Money amount={fromDollars(totalBudget)} short /> budget
        </span>
      </p>
    </Panel>
  );
}
