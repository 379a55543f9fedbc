import type { AdminUser } from '#admin/contract.ts';
import type { Role } from '#kernel/endpoint.ts';
import { formatUserName, formatUserType } from '#auth/web/account/user-labels.ts';
import { msg, t } from '#kernel/text.ts';
import { type Destination, listDestinations } from './destinations.ts';

export interface PaletteItem {
  id: string;
  kind: 'recent' | 'page' | 'action' | 'help' | 'campaign' | 'person' | 'retry';
  label: string;
  detail?: string;
  imageUrl?: string | null;
  to?: string;
  isLoaded?: boolean;
  run?: () => void;
}

export interface PaletteGroup {
  title: string;
  items: readonly PaletteItem[];
}

const kinds = { actions: 'action', help: 'help' } as const;
const titles = { page: msg('Pages'), action: msg('Actions'), help: msg('Help') } as const;

export function findDestinations(role: Role | null, text: string, limit: number): PaletteGroup[] {
  const found = listDestinations(role).filter(({ label, words }) =>
    matches(text, t(label), words ? t(words) : ''),
  );
  const inLabel = found.filter(({ label }) => matches(text, t(label)));
  const items = [...new Set([...inLabel, ...found])].map((destination) => toDestinationItem(destination));
  return (['page', 'action', 'help'] as const).map((kind) => ({
    title: t(titles[kind]),
    items: items.filter((item) => item.kind === kind).slice(0, limit),
  }));
}

function toDestinationItem({ to, label, group, isLoaded }: Destination): PaletteItem {
  const kind = group ? kinds[group] : 'page';
  return { id: `${to} ${label.text}`, kind, label: t(label), to, isLoaded: isLoaded === true };
}

/** A marketer sees no drafts, so only an advertiser's campaign can lack its title. */
export function toCampaignItem(campaign: { id: string; title: string }, detail: string): PaletteItem {
  return {
    id: `campaign ${campaign.id}`, // not for users
    kind: 'campaign',
    label: campaign.title || t('Untitled draft'),
    detail,
    to: `/campaigns/${campaign.id}`,
  };
}

export function toPersonItem(user: AdminUser): PaletteItem {
  const name = formatUserName(user);
  return {
    id: `person ${user.id}`, // not for users
    kind: 'person',
    label: name,
    detail: [formatUserType(user), user.businessName, user.email === name ? null : user.email]
      .filter(Boolean)
      .join(', '),
    imageUrl: user.profileImageUrl,
    to: `/admin?user=${user.id}`,
  };
}

/** Each word of the text must begin a word of one of these texts. Accents make no difference. */
export function matches(text: string, ...texts: readonly string[]): boolean {
  const known = splitWords(texts.join(' '));
  return splitWords(text).every((word) => known.some((each) => each.startsWith(word)));
}

function splitWords(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
