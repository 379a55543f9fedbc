import { Button, Select, Switch } from '@mantine/core';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { useUrlPanel } from '#platform/web/use-url-panel.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { FollowerTier } from '../../marketers-contract.ts';
import { type SocialPlatform, socialPlatformNames } from '../../social-handle-contract.ts';
import { MarketerPanel } from './marketer-panel.tsx';
import { type InviteSlot, MarketerCard } from './marketers-card.tsx';
import { type MarketerFilters, ratings, useMarketerFilters, useMarketers } from './marketers-query.ts';
import classes from './marketers.module.css';

const ALL = 'all';

/** A business for which the user reads, and may change, saved marketers. */
export interface SavingBusiness {
  /** The owner's account. */
  id: string;
  name: string;
  canSave: boolean;
}

interface MarketersPageProps {
  /** The first is chosen at first. */
  businesses: readonly [SavingBusiness, ...SavingBusiness[]];
  /** Returns a tier's name on campaigns: 'Micro (10K-100K)'. */
  formatTier: (tier: FollowerTier) => string;
  InviteButton: InviteSlot;
}

/** /marketers: the marketer list for advertisers. */
export function MarketersPage({ businesses, formatTier, InviteButton }: MarketersPageProps) {
  const { filters, change } = useMarketerFilters();
  const business = businesses.find(({ id }) => id === filters.business) ?? businesses[0];
  return (
    <>
      <PageHeader
        title="Browse Marketers"
        back={{ to: '/advertiser', label: 'Back to Dashboard' }}
        description="Invite marketers to your campaigns. Sorted by finished work."
      />
      <FilterBar filters={filters} businesses={businesses} business={business} onChange={change} />
      <Marketers
        filters={filters}
        business={business}
        formatTier={formatTier}
        InviteButton={InviteButton}
        onClear={() => change(noFilters)}
      />
    </>
  );
}

const noFilters: Omit<MarketerFilters, 'business'> = {
  city: '',
  platform: null,
  minRating: null,
  isSaved: false,
};

interface FilterBarProps extends Pick<MarketersPageProps, 'businesses'> {
  filters: MarketerFilters;
  business: SavingBusiness;
  onChange: (changes: Partial<MarketerFilters>) => void;
}

function FilterBar({ filters, businesses, business, onChange }: FilterBarProps) {
  return (
    <div className={classes.filters}>
      {/* Follows the URL if the city changes from outside, such as by Back, but not while typing. */}
      <SearchField
        label="City"
        placeholder="Any city"
        maxLength={100}
        value={filters.city}
        onSearch={(city) => onChange({ city })}
      />
      <Select
        label="Platform"
        data={[
          { value: ALL, label: 'All' },
          ...Object.entries(socialPlatformNames).map(([value, label]) => ({ value, label })),
        ]}
        value={filters.platform ?? ALL}
        allowDeselect={false}
        // The values offered are the platforms and 'all'.
        onChange={(platform) =>
          onChange({ platform: platform === ALL ? null : (platform as SocialPlatform) })
        }
      />
      <Select
        label="Rating"
        data={[
          { value: ALL, label: 'All' },
          ...ratings.map((rating) => ({ value: String(rating), label: `${rating.toFixed(1)} and up` })),
        ]}
        value={filters.minRating === null ? ALL : String(filters.minRating)}
        allowDeselect={false}
        onChange={(rating) => onChange({ minRating: rating === ALL ? null : Number(rating) })}
      />
      {businesses.length > 1 ? (
        <Select
          label="Business"
          data={businesses.map(({ id, name }) => ({ value: id, label: name }))}
          value={business.id}
          allowDeselect={false}
          onChange={(id) => onChange({ business: id })}
        />
      ) : null}
      <Switch
        className={classes.saved}
        label="Saved"
        checked={filters.isSaved}
        onChange={({ currentTarget }) => onChange({ isSaved: currentTarget.checked })}
      />
    </div>
  );
}

const noMatch = { title: 'No marketers match', text: 'Try another city, platform or rating.' };
const noneSaved = {
  title: 'No saved marketers yet',
  text: 'Press Save on a marketer to find them here again.',
};
const noneYet = {
  title: 'No marketers yet',
  text: 'Marketers appear here once their identity is verified or their first proof is approved.',
};

interface MarketersProps extends Pick<MarketersPageProps, 'formatTier' | 'InviteButton'> {
  filters: MarketerFilters;
  business: SavingBusiness;
  onClear: () => void;
}

function Marketers({ filters, business, formatTier, InviteButton, onClear }: MarketersProps) {
  const pages = useMarketers(filters, business.id);
  const isNarrowed = filters.city !== '' || filters.platform !== null || filters.minRating !== null;
  const isFiltered = isNarrowed || filters.isSaved;
  const panel = useUrlPanel('marketer');
  const businessId = business.canSave ? business.id : null;
  return (
    <div className={classes.found}>
      <PagedRows
        of={pages}
        rows={pages.data}
        loadingText="Loading marketers..."
        empty={
          <EmptyState
            drawing="map"
            {...(isNarrowed ? noMatch : filters.isSaved ? noneSaved : noneYet)}
            action={
              isFiltered ? (
                <Button onClick={onClear}>{isNarrowed ? 'Clear filters' : 'Show all marketers'}</Button>
              ) : undefined
            }
          />
        }
      >
        {(marketers) => (
          <ul className={classes.list} aria-label="Marketers" aria-busy={pages.isPlaceholderData}>
            {marketers.map((marketer) => (
              <MarketerCard
                key={marketer.id}
                marketer={marketer}
                formatTier={formatTier}
                InviteButton={InviteButton}
                businessId={businessId}
                link={panel.linkTo(marketer.id)}
              />
            ))}
          </ul>
        )}
      </PagedRows>
      <MarketerPanel
        id={panel.id}
        listed={pages.data ?? []}
        formatTier={formatTier}
        businessId={businessId}
        InviteButton={InviteButton}
        onClose={panel.close}
      />
    </div>
  );
}
