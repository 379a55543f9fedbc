import { Button, Select } from '@mantine/core';
import { t } from '#kernel/text.ts';
import { platformContent } from '../../contract.ts';
import { type ContentType, SocialPlatform, Tier } from '../../fields-contract.ts';
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
    <FormSection title={t('Platform and influencers')}>
      <div className={classes.columns}>
        <Select
          label={t('Platform')}
          required
          placeholder={t('Choose a platform')}
          data={SocialPlatform.options.map((value) => ({ value, label: platformNames[value] }))}
          {...form.getInputProps('socialMediaPlatform')}
          onChange={(chosen) => {
            const next = SocialPlatform.nullable().parse(chosen);
            form.setFieldValue('socialMediaPlatform', next);
            const isOffered = next && contentType && platformContent[next].includes(contentType);
            const [only] = next && platformContent[next].length === 1 ? platformContent[next] : [];
            if (!isOffered) form.setFieldValue('contentType', only ?? null);
          }}
        />
        <Select
          label={t('Content type')}
          required
          placeholder={platform ? t('Choose a content type') : t('Choose a platform first')}
          disabled={!platform}
          data={contents.map((value: ContentType) => ({ value, label: t(contentNames[value]) }))}
          {...form.getInputProps('contentType')}
        />
        <Select
          label={t('Required influencer tier')}
          required
          placeholder={t('Choose a tier')}
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
          label={t('Minimum followers')}
          description={t('Optional. To require more than the tier’s minimum.')}
        />
        <NumberField
          form={form}
          path="maxFollowers"
          label={t('Maximum followers')}
          description={t('Optional.')}
        />
      </div>
    </FormSection>
  );
}

function PriceRange({ form }: { form: CampaignFormApi }) {
  const { socialMediaPlatform, contentType, requiredTier } = form.values;
  const payCents = computeCentsPerPlace(form.values);
  const tiers = useEndpoint(listPricingTiers);
  if (!socialMediaPlatform || !contentType) {
    return <p className={classes.note}>{t('Choose a platform and content type to see the price range.')}</p>;
  }
  if (tiers.isPending) return <output className={classes.note}>{t('Loading prices...')}</output>;
  if (tiers.isError) {
    return (
      <p className={classes.note} role="alert">
        {t('Price ranges could not be loaded. We’ll check your pay when you create the campaign.')}{' '}
        <Button variant="subtle" size="compact-sm" onClick={() => void tiers.refetch()}>
          {t('Try again')}
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
        {t('{content} on {platform}: price per post', {
          content: contentNames[contentType],
          platform: platformNames[socialMediaPlatform],
        })}
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
            ? t('The budget’s share, {amount} per post, is outside the {range} range.', {
                amount: formatMoney(payCents),
                range: rangeText(chosen),
              })
            : t('Your pay per post is outside the {range} range.', { range: rangeText(chosen) })}
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
  return t('{least} to {most}', {
    least: formatMoney(Math.round(minPrice * 100), short),
    most: formatMoney(Math.round(maxPrice * 100), short),
  });
}
