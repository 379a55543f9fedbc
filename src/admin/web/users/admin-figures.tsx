import { t } from '#kernel/text.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import { getAdminStats } from '../../contract.ts';

/** Refetches every time the page opens, because other admins change these numbers. */
export function AdminFigures() {
  const { data, error, refetch } = useEndpoint(getAdminStats, {}, { refetchOnMount: 'always' });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <StatTiles>
      <StatTile label={t('Total Users')} value={data?.totalUsers ?? '–'} />
      <StatTile
        label={t('Active Campaigns')}
        value={data?.activeCampaigns ?? '–'}
        hint={data ? t('of {count} total', { count: data.totalCampaigns }) : undefined}
      />
      <StatTile
        label={t('Platform Revenue')}
        value={data ? <Money amount={data.totalRevenue} /> : '–'}
        hint={t('platform fees earned')}
      />
      <StatTile
        label={t('Pending Reviews')}
        value={data?.pendingProofs ?? '–'}
        hint={
          data
            ? t('proofs, plus {count, plural, one {# identity check} other {# identity checks}}', {
                count: data.pendingKyc,
              })
            : undefined
        }
      />
    </StatTiles>
  );
}
