import { Anchor, Button } from '@mantine/core';
import { IconMapPin, IconMessageCircle, IconRoute } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { addMilliseconds, MINUTE } from '#kernel/time.ts';
import { formatZonedPeriod, formatZonedTime } from '#platform/web/ui/format-time.ts';
import { Money } from '#platform/web/ui/money.tsx';
import classes from './gig-facts.module.css';

interface GigFactsProps {
  campaign: Campaign;
  applicationId: string;
}

export function GigFacts({ campaign, applicationId }: GigFactsProps) {
  const { startTime, timeZone, duration, location, locationDetails, payRate, company } = campaign;
  return (
    <div className={classes.gig}>
      <p className={classes.line}>
        {startTime ? (
          <time dateTime={startTime}>
            {duration
              ? formatZonedPeriod(
                  new Date(startTime),
                  addMilliseconds(new Date(startTime), duration * MINUTE),
                  timeZone,
                )
              : formatZonedTime(startTime, timeZone)}
          </time>
        ) : null}
        <span className={classes.pay}>
          <Money amount={payRate} short />
        </span>
      </p>
      <p className={classes.place}>
        <IconMapPin size={18} aria-hidden />
        <span>{locationDetails?.address ?? location}</span>
      </p>
      <div className={classes.ways}>
        {locationDetails ? (
          <Button
            component="a"
            href={getDirectionsUrl(locationDetails)}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="sm"
            leftSection={<IconRoute size={18} aria-hidden />}
          >
            {t('Directions')}
          </Button>
        ) : null}
        <Button
          component={Link}
          to={`/messages/${applicationId}`}
          variant="default"
          size="sm"
          leftSection={<IconMessageCircle size={18} aria-hidden />}
          aria-label={company ? t('Message {name}', { name: company }) : t('Message the advertiser')}
        >
          {t('Message')}
        </Button>
        <Anchor component={Link} to={`/campaigns/${campaign.id}`} className={classes.more}>
          {t('Instructions')}
        </Anchor>
      </div>
    </div>
  );
}

/** Opens the phone's map app: https://developers.google.com/maps/documentation/urls/get-started */
function getDirectionsUrl({ lat, lng }: { lat: number; lng: number }): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination: `${lat},${lng}` })}`;
}
