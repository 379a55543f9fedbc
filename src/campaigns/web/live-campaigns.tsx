import { Accordion, Button } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { StatusBadge } from '#platform/web/ui/status-badge.tsx';
import type { OwnCampaign } from '../contract.ts';
import { ROWS_AT_ONCE } from './campaign-rows.tsx';
import classes from './live-campaigns.module.css';
import { CampaignLive } from './slots.ts';

/**
 * Per active campaign its live map, where somebody is live first. Only the open one is drawn and asks: a browser draws few
 * maps at once.
 */
export function LiveCampaigns({ campaigns }: { campaigns: readonly OwnCampaign[] }) {
  const tracked = campaigns
    .filter(({ campaignType }) => campaignType === 'wearable')
    .toSorted((one, other) => Number(other.liveMarketers > 0) - Number(one.liveMarketers > 0));
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const [chosenId, setChosenId] = useState<string | null>();
  const openId = chosenId === undefined ? (tracked[0]?.id ?? null) : chosenId;
  if (tracked.length === 0) {
    return (
      <EmptyState
        icon={<IconMapPin />}
        title="Nothing to follow right now"
        text="Marketers of your active wearable campaigns appear here while they are out."
      />
    );
  }
  return (
    <>
      <Accordion variant="separated" radius="lg" value={openId} onChange={setChosenId} order={2}>
        {tracked.slice(0, shown).map((campaign) => (
          <Accordion.Item value={campaign.id} key={campaign.id}>
            <Accordion.Control>
              <span className={classes.line}>
                {campaign.title}
                {campaign.liveMarketers > 0 ? (
                  <StatusBadge tone="live">{campaign.liveMarketers} live</StatusBadge>
                ) : null}
              </span>
            </Accordion.Control>
            <Accordion.Panel>
              {campaign.id === openId ? <CampaignLive campaign={campaign} /> : null}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {tracked.length > shown ? (
        <Button variant="default" mt="md" onClick={() => setShown(shown + ROWS_AT_ONCE)}>
          Show more
        </Button>
      ) : null}
    </>
  );
}
