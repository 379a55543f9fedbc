import { Progress } from '@mantine/core';
import { fromDollars } from '#kernel/money.ts';
import { areaSquareMeters } from '#kernel/geometry/polygon.ts';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { MapView } from '#platform/web/maps/map-view.tsx';
import { toRing } from '#platform/web/maps/markers/map-model.ts';
import { formatMiles, formatRadius } from '#platform/web/maps/picker/location-value.ts';
import { formatZonedDateTime, formatDay } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatArea } from '../../area-contract.ts';
import type { Campaign } from '../../contract.ts';
import type { LocationDetails } from '../../fields-contract.ts';
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
      <Panel title={t('About this campaign')}>
        <p className={classes.prose}>{campaign.description}</p>
        <Facts>
          {campaign.startTime ? (
            <Fact name={t('Starts')}>
              <time dateTime={campaign.startTime}>
                {formatZonedDateTime(campaign.startTime, campaign.timeZone)}
              </time>
            </Fact>
          ) : null}
          <Fact name={t('Duration')}>{formatCampaignDuration(campaign)}</Fact>
          <Fact name={t('Audience')}>{toSentence(formatAudience(campaign.targetDemographics))}</Fact>
          {campaign.proofDueAt ? (
            <Fact name={t('Proof due by')}>
              <time dateTime={campaign.proofDueAt}>
                {formatZonedDateTime(campaign.proofDueAt, campaign.timeZone)}
              </time>
            </Fact>
          ) : null}
          <Fact name={t('Posted')}>{formatDay(campaign.createdAt)}</Fact>
          <SocialFacts campaign={campaign} />
        </Facts>
      </Panel>
      <BrandAssetList assets={campaign.brandAssets} />
      <Panel title={t('Where')}>
        <p className={classes.prose}>{campaign.location}</p>
        {campaign.locationDetails ? <PlaceMap campaign={campaign} place={campaign.locationDetails} /> : null}
      </Panel>
      {campaign.kitWay ? (
        <Panel title={t('Shirts and hats')}>
          <p className={classes.prose}>{t(kitWayNames[campaign.kitWay])}</p>
          {campaign.kitWay === 'pickup' ? (
            <p className={classes.note}>
              {[campaign.kitPlace, campaign.kitHours].filter(Boolean).join(' · ')}
            </p>
          ) : null}
        </Panel>
      ) : null}
      {campaign.dressNote ? (
        <Panel title={t('What to wear')}>
          <p className={classes.prose}>{campaign.dressNote}</p>
        </Panel>
      ) : null}
      {campaign.instructions ? (
        <Panel title={t('Special instructions')}>
          <p className={classes.prose}>{campaign.instructions}</p>
        </Panel>
      ) : null}
      <Panel title={t('Required proof')}>
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
      {socialMediaPlatform ? <Fact name={t('Platform')}>{platformNames[socialMediaPlatform]}</Fact> : null}
      {contentType ? <Fact name={t('Content')}>{t(contentNames[contentType])}</Fact> : null}
      {requiredTier ? <Fact name={t('Followers')}>{formatTier(requiredTier)}</Fact> : null}
    </>
  );
}

function PlaceMap({ campaign, place }: { campaign: Campaign; place: LocationDetails }) {
  const isTracked = campaign.campaignType === 'wearable';
  const { address, corners } = place;
  const area = corners
    ? t('{area} in {address}, as drawn on the map', { area: formatArea(areaSquareMeters(corners)), address })
    : t('{radius} ({miles}) around {address}', {
        radius: formatRadius(place.radius),
        miles: formatMiles(place.radius),
        address,
      });
  return (
    <>
      <MapView
        label={t('Map of {title}', { title: campaign.title })}
        center={place}
        ring={toRing(place)}
        markers={[{ id: 'place', lat: place.lat, lng: place.lng, label: place.address }]}
        fit
        height={300}
        listFallback={<p className={classes.note}>{area}</p>}
      />
      {isTracked ? <p className={classes.note}>{t('Tracked area: {area}.', { area })}</p> : null}
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
          {rich('<money></money> per hour', { money: <Money amount={hourly} /> })}
        </p>
      ) : null}
      <Progress
        value={share}
        size={6}
        color={isFull(campaign) ? 'gray.5' : 'moss'}
        mt={14}
        aria-label={t('Places taken')}
      />
      <p className={classes.placesLine}>
        <span>
          {t('{hired} / {needed} marketers', { hired: marketersHired, needed: totalMarketersNeeded })}
        </span>
        <span className={classes.dimmed}>
          {rich('<money></money> budget', {
            money: <Money amount={fromDollars(totalBudget)} short />,
          })}
        </span>
      </p>
    </Panel>
  );
}
