import { Button, Select } from '@mantine/core';
import { type ContentType, platformContent, SocialPlatform, Tier } from '../../contract.ts';
import { listPricingTiers, type PricingTier } from '../../pricing-contract.ts';
import { type Cents, fromDollars } from '#kernel/money.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import classes from './campaign-form.module.css';
import { contentNames, platformNames, formatTier } from '../campaign-labels.ts';
import { computeCentsPerPlace, isPayShared } from './cost/campaign-cost.ts';
import { FormSection, TypeFieldsError } from './form-section.tsx';
import { NumberField } from './number-field.tsx';
import type { CampaignFormApi } from './use-campaign-form.ts';

export function SocialFields({ form }: { form: CampaignFormApi }) {
  const { socialMediaPlatform: platform, contentType } = form.values;
  const contents = platform ? platformContent[platform] : [];
  return (
    <FormSection title="Platform and influencers">
      <div className={classes.columns}>
        <Select
          label="Platform"
          required
          placeholder="Choose a platform"
          data={SocialPlatform.options.map((value) => ({ value, label: platformNames[value] }))}
          {...form.getInputProps('socialMediaPlatform')}
          onChange={(chosen) => {
            const next = SocialPlatform.nullable().parse(chosen);
            form.setFieldValue('socialMediaPlatform', next);
            // Clear a content type that the new platform does not offer.
            const isOffered = next && contentType && platformContent[next].includes(contentType);
            const [only] = next && platformContent[next].length === 1 ? platformContent[next] : [];
            if (!isOffered) form.setFieldValue('contentType', only ?? null);
          }}
        />
        <Select
          label="Content type"
          required
          placeholder={platform ? 'Choose a content type' : 'Choose a platform first'}
          disabled={!platform}
          data={contents.map((value: ContentType) => ({ value, label: contentNames[value] }))}
          {...form.getInputProps('contentType')}
        />
        <Select
          label="Required influencer tier"
          required
          placeholder="Choose a tier"
          data={Tier.options.map((value) => ({ value, label: formatTier(value) }))}
          {...form.getInputProps('requiredTier')}
        />
      </div>
      <TypeFieldsError errors={form.errors} />
      <PriceRange form={form} />
      <div className={classes.columns}>
        <NumberField
          form={form}
          path="minFollowers"
          label="Minimum followers"
          description="Optional. To require more than the tier’s minimum."
        />
        <NumberField form={form} path="maxFollowers" label="Maximum followers" description="Optional." />
      </div>
    </FormSection>
  );
}

function PriceRange({ form }: { form: CampaignFormApi }) {
  const { socialMediaPlatform, contentType, requiredTier } = form.values;
  const payCents = computeCentsPerPlace(form.values);
  const tiers = useEndpoint(listPricingTiers);
  if (!socialMediaPlatform || !contentType) {
    return <p className={classes.note}>Choose a platform and content type to see the price range.</p>;
  }
  if (tiers.isPending) return <output className={classes.note}>Loading prices...</output>;
  if (tiers.isError) {
    return (
      <p className={classes.note} role="alert">
        Price ranges could not be loaded. We’ll check your pay when you create the campaign.{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void tiers.refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  const offered = tiers.data.filter(
    (tier) => tier.platform === socialMediaPlatform && tier.contentType === contentType,
  );
  const chosen = offered.find(({ tier }) => tier === requiredTier);
  return (
    <div className={classes.prices}>
      <p className={classes.pricesTitle}>
        {contentNames[contentType]} on {platformNames[socialMediaPlatform]}: price per post
      </p>
      <dl className={classes.priceRows}>
        {offered.map((tier) => (
          <div className={classes.priceRow} key={tier.tier} data-chosen={tier === chosen || undefined}>
            <dt>{formatTier(tier.tier)}</dt>
            <dd>{rangeText(tier)}</dd>
          </div>
        ))}
      </dl>
      {chosen && payCents !== null && !isWithin(payCents, chosen) ? (
        <output className={classes.warning}>
          {isPayShared(form.values)
            ? `The budget’s share, ${formatMoney(payCents)} per post,`
            : 'Your pay per post'}{' '}
          is outside the {rangeText(chosen)} range.
        </output>
      ) : null}
    </div>
  );
}

function isWithin(payCents: Cents, { minPrice, maxPrice }: PricingTier): boolean {
  return payCents >= fromDollars(minPrice) && payCents <= fromDollars(maxPrice);
}

function rangeText({ minPrice, maxPrice }: PricingTier): string {
  const short = { short: true };
  return `${formatMoney(Math.round(minPrice * 100), short)} to ${formatMoney(Math.round(maxPrice * 100), short)}`;
}
