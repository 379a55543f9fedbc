import type { Campaign } from '#campaigns/contract.ts';
import { t } from '#kernel/text.ts';
import { useNow } from '#platform/web/clock.ts';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import classes from './live-campaign.module.css';
import { LiveView } from './live-view.tsx';
import { useLive } from './use-live.ts';

export default function LiveCampaign({ campaign }: { campaign: Campaign }) {
  const { locations, sessions, isPolling } = useLive(campaign.id);
  const now = useNow(10_000);
  if (locations.isPending && sessions.isPending) return <LoadingState text={t('Loading live tracking...')} />;
  return (
    <LiveView
      campaign={campaign}
      locations={locations.data ?? []}
      running={sessions.data ?? []}
      now={now}
      problems={
        <>
          {isPolling && !locations.isError ? (
            <output className={classes.note}>
              {t('Live updates are unavailable. Refreshing every 10 seconds.')}
            </output>
          ) : null}
          {locations.isError ? (
            <Failure text={t('Failed to fetch live tracking data')} onRetry={locations.refetch} />
          ) : null}
          {sessions.isError ? (
            <Failure text={t('Failed to fetch active sessions')} onRetry={sessions.refetch} />
          ) : null}
        </>
      }
    />
  );
}

function Failure({ text, onRetry }: { text: string; onRetry: () => Promise<unknown> }) {
  return (
    <p className={classes.failure} role="alert">
      {text}
      <button type="button" className={classes.retry} onClick={() => void onRetry()}>
        {t('Try again')}
      </button>
    </p>
  );
}
