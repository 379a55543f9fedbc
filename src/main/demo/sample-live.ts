import { MINUTE } from '#kernel/time.ts';
import type { BrowserClock } from '#platform/web/clock.ts';
import type { LiveLocation, TrackingSession } from '#tracking/contract.ts';
import { PUBLISHED_ACCURACY_METERS } from '#profiles/contract.ts';
import type { LiveSnapshot } from '#tracking/live-contract.ts';
import { demoCells } from '../public/tracking-demo/tracking-demo-cells.ts';
import { sampleId } from './sample-ids.ts';

export const LIVE_CAMPAIGN_ID = sampleId(101);
/** A walker takes about this long through a cell. */
const CELL_MS = 4 * MINUTE;

/** How long ago each session began: two and a half hours on average, as the specification's demo says. */
const sessionMinutes = [170, 150, 130];

export function sampleLive(clock: BrowserClock): () => LiveSnapshot {
  const enteredAt = clock.now().getTime();
  const sessions = sessionMinutes.map((minutes, walker): TrackingSession => ({
    id: sampleId(200 + walker),
    campaignId: LIVE_CAMPAIGN_ID,
    marketerId: sampleId(300 + walker),
    startTime: new Date(enteredAt - minutes * MINUTE).toISOString(),
    endTime: null,
    isRunning: true,
  }));
  return () => {
    const now = clock.now().getTime();
    const step = Math.floor((now - enteredAt) / CELL_MS);
    return {
      sessions,
      locations: sessions.map(({ id, marketerId }, walker): LiveLocation => {
        const cell = demoCells[2 + ((walker + step) % (demoCells.length - 2))];
        const heardAt = new Date(now - (3 + 4 * walker) * 1000).toISOString();
        return {
          id,
          marketerId,
          latitude: cell?.lat ?? null,
          longitude: cell?.lng ?? null,
          accuracy: PUBLISHED_ACCURACY_METERS,
          timestamp: heardAt,
          lastHeartbeat: heardAt,
          isActive: true,
          isInZone: walker !== 2,
        };
      }),
    };
  };
}
