import type { CampaignSummary } from '#campaigns/server/service.ts';
import { formatDollars } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';

export interface SearchMatches {
  searchId: string;
  name: string;
  campaigns: readonly LineFacts[];
  more: number;
}

type LineFacts = Pick<CampaignSummary, 'id' | 'title' | 'city' | 'payCents' | 'campaignType'>;

/** `isAtLeast` is true if there may be more matches than were counted. `address` is the origin of this site. */
export function formatSavedSearchEmail(
  parts: readonly SearchMatches[],
  { isAtLeast, address }: { isAtLeast: boolean; address: string },
): { title: string; text: string; href: string } {
  const all = parts.flatMap(({ campaigns }) => campaigns);
  const count = parts.reduce((sum, { more }) => sum + more, all.length);
  const [first] = all;
  const [one, ...others] = parts;
  const isAlone = first !== undefined && count === 1;
  const plus = isAtLeast ? '+' : '';
  const search = one && others.length === 0 ? `“${one.name}”` : t('your saved searches');
  return {
    title: isAlone
      ? t('New for {search}: {campaign}', { search, campaign: first.title })
      : t('{number} new campaigns for {search}', { number: `${count}${plus}`, search }),
    text: [
      ...parts.flatMap((part) => [...formatSearch(part, plus, address), '']),
      t('To turn off alerts, open your saved searches in the marketplace.'),
    ].join('\n'),
    href: isAlone
      ? `/campaigns/${first.id}`
      : one && others.length === 0
        ? toSearchHref(one)
        : '/marketplace',
  };
}

function formatSearch(part: SearchMatches, plus: string, address: string): string[] {
  const { name, campaigns, more } = part;
  const link = `${address}${toSearchHref(part)}`;
  return [
    campaigns.length === 0
      ? t('Your saved search “{name}” found {number}: {link}', { name, number: `${more}${plus}`, link })
      : t('Your saved search “{name}” found:', { name }),
    ...campaigns.map((campaign) => `- ${formatCampaignLine(campaign)}`),
    ...(campaigns.length > 0 && more > 0
      ? [t('- and {number} more: {link}', { number: `${more}${plus}`, link })]
      : []),
  ];
}

const toSearchHref = ({ searchId }: SearchMatches) => `/marketplace?search=${searchId}`;

/** Returns 'Cold brew on Market Street, San Francisco: $40.00 per session'. */
export function formatCampaignLine({ title, city, payCents, campaignType }: LineFacts): string {
  const values = { campaign: city ? `${title}, ${city}` : title, pay: formatDollars(payCents ?? 0) };
  return campaignType === 'social'
    ? t('{campaign}: {pay} per post', values)
    : t('{campaign}: {pay} per session', values);
}
