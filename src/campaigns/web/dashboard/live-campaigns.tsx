import { Accordion, Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#kernel/text.ts';
import { MINUTE } from '#kernel/time.ts';
import { useClock } from '#platform/web/clock.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import type { OwnCampaign } from '../../contract.ts';
import { ROWS_AT_ONCE } from './campaign-rows.tsx';
import classes from './live-campaigns.module.css';
import { CampaignLive } from '../slots.ts';
import { useOwnCampaigns } from '../use-own-campaigns.ts';

/** The open campaign gets live updates. The other campaigns' counts are polled at this interval. */
const RENEW_MS = MINUTE;

export function LiveCampaigns({ campaigns }: { campaigns: readonly OwnCampaign[] }) {
  const tracked = campaigns.filter(({ campaignType }) => campaignType === 'wearable');
  const { isFetchedAfterMount, refetch } = useOwnCampaigns({ refetchOnMount: 'always' });
  const clock = useClock();
  const renew = useEffectEvent(() => {
    if (!document.hidden && navigator.onLine) void refetch();
  });
  useEffect(() => clock.every(RENEW_MS, renew), [clock]);
  if (!isFetchedAfterMount) return <LoadingState text={t('Loading live campaigns...')} />;
  if (tracked.length === 0) {
    return (
      <EmptyState
        icon={<IconMapPin />}
        title={t('Nothing to track right now')}
        text={t('Marketers appear here while they work on your active wearable campaigns.')}
      />
    );
  }
  return <LiveAccordion campaigns={tracked} />;
}

/**
 * Only the open campaign renders and polls: a browser can draw few maps at once, and each marketer can see
 * who has looked. So the order and the first open campaign stay as they were on entering, even if a later
 * list differs.
 */
function LiveAccordion({ campaigns }: { campaigns: readonly OwnCampaign[] }) {
  const [order] = useState(() => liveFirst(campaigns).map(({ id }) => id));
  const [openId, setOpenId] = useState(order[0] ?? null);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const toRank = ({ id }: OwnCampaign) => (order.includes(id) ? order.indexOf(id) : order.length);
  const ranked = campaigns.toSorted((one, other) => toRank(one) - toRank(other));
  return (
    <>
      <Accordion variant="separated" radius="lg" value={openId} onChange={setOpenId} order={2}>
        {ranked.slice(0, shown).map((campaign) => (
          <Accordion.Item value={campaign.id} key={campaign.id}>
            <Accordion.Control>
              <span className={classes.line}>
                {campaign.title}
                {campaign.liveMarketers > 0 && campaign.id !== openId ? (
                  <StatusBadge tone="live">
                    {t('{count} live', { count: campaign.liveMarketers })}
                  </StatusBadge>
                ) : null}
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              {campaign.id === openId ? <CampaignLive campaign={campaign} /> : null}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {ranked.length > shown ? (
        <Button variant="default" mt="md" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          {t('Show more')}
        </Button>
      ) : null}
    </>
  );
}

function liveFirst(campaigns: readonly OwnCampaign[]): OwnCampaign[] {
  return campaigns.toSorted((one, other) => Number(other.liveMarketers > 0) - Number(one.liveMarketers > 0));
}
