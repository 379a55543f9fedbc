import { Group } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { SubjectDrawer } from '#platform/web/ui/layout/subject-drawer.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { type FollowerTier, getMarketer, type ListedMarketer } from '../../marketers-contract.ts';
import { MarketerRatings } from '../slots.ts';
import { MarketerFacts } from './marketer-facts.tsx';
import { type InviteSlot, formatTierName } from './marketers-card.tsx';
import { SaveMarketerButton } from './save-marketer-button.tsx';

interface MarketerPanelProps {
  id: string | null;
  listed: readonly ListedMarketer[];
  formatTier: (tier: FollowerTier) => string;
  businessId: string | null;
  InviteButton: InviteSlot;
  onClose: () => void;
}

export function MarketerPanel({ id, listed, formatTier, onClose, ...rest }: MarketerPanelProps) {
  return (
    <SubjectDrawer
      subject={id}
      renderTitle={() => t('Marketer')}
      toKey={(shown) => shown}
      closeLabel={t('Close marketer')}
      renderFooter={(shown) => <PanelFooter id={shown} listed={listed} {...rest} />}
      onClose={onClose}
    >
      {(shown) => <LoadedFacts id={shown} listed={listed} formatTier={formatTier} />}
    </SubjectDrawer>
  );
}

type Subject = Pick<MarketerPanelProps, 'listed'> & { id: string };

/** A link may name a marketer who is not among the loaded ones. */
function useMarketer({ id, listed }: Subject) {
  const known = listed.find((one) => one.id === id);
  return useEndpoint(
    getMarketer,
    { params: { id } },
    { refetchOnMount: 'always', ...(known ? { placeholderData: known } : {}) },
  );
}

function LoadedFacts({ formatTier, ...subject }: Subject & Pick<MarketerPanelProps, 'formatTier'>) {
  const { data, isError, error, refetch } = useMarketer(subject);
  if (!data) return isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />;
  return (
    <MarketerFacts
      name={data.name}
      imageUrl={data.imageUrl}
      place={[data.city, data.state].filter(Boolean).join(', ') || t('Location not set')}
      badges={
        data.isLocationVerified ? (
          <StatusBadge tone="positive">{t('Location Verified')}</StatusBadge>
        ) : undefined
      }
      rating={data.rating}
      ratingCount={data.ratingCount}
      finishedWork={data.finishedWork}
      punctuality={data.punctuality}
      isIdentityVerified={data.isIdentityVerified}
      strikes={data.activeStrikes}
      platforms={data.platforms.map(({ platform, tier }) => ({
        platform,
        audience: formatTierName(tier, formatTier),
      }))}
      ratings={<MarketerRatings id={data.id} />}
    />
  );
}

function PanelFooter({
  businessId,
  InviteButton,
  ...subject
}: Subject & Pick<MarketerPanelProps, 'businessId' | 'InviteButton'>) {
  const { data } = useMarketer(subject);
  if (!data || !businessId) return null;
  return (
    <Group gap="xs">
      <InviteButton id={data.id} name={data.name} businessId={businessId} />
      <SaveMarketerButton id={data.id} name={data.name} businessId={businessId} />
    </Group>
  );
}
