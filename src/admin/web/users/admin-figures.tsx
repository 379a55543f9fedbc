import { useEndpoint } from '#platform/web/query.ts';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { Money } from '#platform/web/ui/money.tsx';
import { StatTile, StatTiles } from '#platform/web/ui/states/stat-tile.tsx';
import { getAdminStats } from '../../contract.ts';

/** Refetches every time the page opens, because other admins change these numbers. */
export function AdminFigures() {
  const { data, error, refetch } = useEndpoint(getAdminStats, {}, { refetchOnMount: 'always' });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const verifications = data?.pendingKyc === 1 ? 'identity check' : 'identity checks';
  return (
    <StatTiles>
      <StatTile label="Total Users" value={data?.totalUsers ?? '–'} />
      <StatTile
        label="Active Campaigns"
        value={data?.activeCampaigns ?? '–'}
        hint={data ? `of ${data.totalCampaigns} total` : undefined}
      />
      <StatTile
        label="Platform Revenue"
        value={data ? <Money amount={data.totalRevenue} /> : '–'}
        hint="platform fees earned"
      />
      <StatTile
        label="Pending Reviews"
        value={data?.pendingProofs ?? '–'}
        hint={data ? `proofs, plus ${data.pendingKyc} ${verifications}` : undefined}
      />
    </StatTiles>
  );
}
