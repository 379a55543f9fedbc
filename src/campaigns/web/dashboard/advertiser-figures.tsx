import { fromDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import { getAdvertiserStats } from '../../contract.ts';

export function AdvertiserFigures() {
  const stats = useAdvertiserStats();
  if (stats.isError && !stats.data) {
    return (
      <ErrorState
        error={stats.error}
        title={t('Your statistics could not be loaded')}
        onRetry={() => void stats.refetch()}
      />
    );
  }
  const tipped = fromDecimal(stats.data?.totalTipped ?? '0.00');
  return (
    <StatTiles>
      <StatTile label={t('Active Campaigns')} value={stats.data?.activeCampaigns ?? '…'} />
      <StatTile label={t('Marketers Engaged')} value={stats.data?.totalMarketers ?? '…'} />
      <StatTile
        label={t('Total Spent')}
        value={stats.data ? <Money amount={stats.data.totalSpent} /> : '…'}
        hint={
          <>
            {t('Approved proofs, fees included')}
            {tipped === 0 ? null : (
              <>
                <br />
                {rich('Tips on top: <money></money>', { money: <Money amount={tipped} /> })}
              </>
            )}
          </>
        }
      />
    </StatTiles>
  );
}

export function useAdvertiserStats() {
  return useEndpoint(getAdvertiserStats, undefined, { refetchOnMount: 'always' });
}
