import { Button, Select, Switch } from '@mantine/core';
import { type Message, msg, t } from '#kernel/text.ts';
import { EmptyState } from '#platform/web/ui/states/empty-state.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { PagedRows } from '#platform/web/ui/states/paged-rows.tsx';
import { useUrlPanel } from '#platform/web/hooks/use-url-panel.ts';
import { SearchField } from '#platform/web/ui/search-field.tsx';
import type { FollowerTier } from '../../marketers-contract.ts';
import { type SocialPlatform, socialPlatformNames } from '../../social-handle-contract.ts';
import { MarketerPanel } from './marketer-panel.tsx';
import { type InviteSlot, MarketerCard } from './marketers-card.tsx';
import { type MarketerFilters, ratings, useMarketerFilters, useMarketers } from './marketers-query.ts';
import classes from './marketers.module.css';

const ALL = 'all';

export interface SavingBusiness {
  id: string;
  name: string;
  canSave: boolean;
}

interface MarketersPageProps {
  /** The first is chosen at first. */
  businesses: readonly [SavingBusiness, ...SavingBusiness[]];
  formatTier: (tier: FollowerTier) => string;
  InviteButton: InviteSlot;
}

export function MarketersPage({ businesses, formatTier, InviteButton }: MarketersPageProps) {
  const { filters, change } = useMarketerFilters();
  const business = businesses.find(({ id }) => id === filters.business) ?? businesses[0];
  return (
    <>
      <PageHeader
        title={t('Browse Marketers')}
        back={{ to: '/advertiser', label: t('Back to Dashboard') }}
        description={t('Invite marketers to your campaigns. Sorted by finished work.')}
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
        label={t('City')}
        placeholder={t('Any city')}
        maxLength={100}
        value={filters.city}
        onSearch={(city) => onChange({ city })}
      />
      <Select
        label={t('Platform')}
        data={[
          { value: ALL, label: t('All') },
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
        label={t('Rating')}
        data={[
          { value: ALL, label: t('All') },
          ...ratings.map((rating) => ({
            value: String(rating),
            label: t('{rating} and up', { rating: rating.toFixed(1) }),
          })),
        ]}
        value={filters.minRating === null ? ALL : String(filters.minRating)}
        allowDeselect={false}
        onChange={(rating) => onChange({ minRating: rating === ALL ? null : Number(rating) })}
      />
      {businesses.length > 1 ? (
        <Select
          label={t('Business')}
          data={businesses.map(({ id, name }) => ({ value: id, label: name }))}
          value={business.id}
          allowDeselect={false}
          onChange={(id) => onChange({ business: id })}
        />
      ) : null}
      <Switch
        className={classes.saved}
        label={t('Saved')}
        checked={filters.isSaved}
        onChange={({ currentTarget }) => onChange({ isSaved: currentTarget.checked })}
      />
    </div>
  );
}

interface EmptyTexts {
  title: Message;
  text: Message;
}

const noMatch: EmptyTexts = {
  title: msg('No marketers match'),
  text: msg('Try another city, platform or rating.'),
};
const noneSaved: EmptyTexts = {
  title: msg('No saved marketers yet'),
  text: msg('Press Save on a marketer to find them here again.'),
};
const noneYet: EmptyTexts = {
  title: msg('No marketers yet'),
  text: msg('Marketers appear here once their identity is verified or their first proof is approved.'),
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
  const texts = isNarrowed ? noMatch : filters.isSaved ? noneSaved : noneYet;
  const panel = useUrlPanel('marketer');
  const businessId = business.canSave ? business.id : null;
  return (
    <div className={classes.found}>
      <PagedRows
        of={pages}
        rows={pages.data}
        loadingText={t('Loading marketers...')}
        empty={
          <EmptyState
            drawing="map"
            title={t(texts.title)}
            text={t(texts.text)}
            action={
              isFiltered ? (
                <Button onClick={onClear}>{isNarrowed ? t('Clear filters') : t('Show all marketers')}</Button>
              ) : undefined
            }
          />
        }
      >
        {(marketers) => (
          <ul className={classes.list} aria-label={t('Marketers')} aria-busy={pages.isPlaceholderData}>
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
