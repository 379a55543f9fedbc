import { useState } from 'react';
import { listUsers } from '#admin/contract.ts';
import { useOwnApplications } from '#applications/web/own/use-own-applications.ts';
import type { CurrentUser } from '#auth/contract.ts';
import { listCampaigns } from '#campaigns/contract.ts';
import { useOwnCampaigns } from '#campaigns/web/use-own-campaigns.ts';
import { stateNames } from '#campaigns/web/campaign-labels.ts';
import { msg, t } from '#kernel/text.ts';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { useDebounced } from '#platform/web/hooks/use-debounced.ts';
import {
  findDestinations,
  matches,
  type PaletteGroup,
  type PaletteItem,
  toCampaignItem,
  toPersonItem,
} from './palette-items.ts';
import { readRecentChoices } from './recent-choices.ts';

/** The user must pause typing for this long before the server searches. */
const REST_MS = 200;
const SHORTEST_TEXT = 2;
const FEW = 3;
const SOME = 5;
const ALL = 30;

interface PaletteGroups {
  groups: readonly PaletteGroup[];
  isSearching: boolean;
}

export function usePaletteGroups(user: CurrentUser | null, typed: string): PaletteGroups {
  const text = typed.trim();
  const role = user?.userType ?? null;
  const [recent] = useState(() => readRecentChoices(user?.id ?? null));
  const own = useOwnItems(user, text);
  const found = useServerItems(user, text, own.ids);
  const recentItems = recent.map(({ to, label }): PaletteItem => ({
    id: `recent ${to} ${label}`, // not for users
    kind: 'recent',
    label,
    to,
  }));
  const [pages, actions, help] = findDestinations(role, text, text === '' ? ALL : SOME);
  const ownGroup = { title: t('Your campaigns'), items: own.items };
  const groups =
    text === ''
      ? [{ title: t('Recent'), items: recentItems }, pages, ownGroup, actions, help]
      : [pages, actions, ownGroup, help, ...found.groups];
  return {
    groups: groups.filter((group) => group !== undefined).filter(({ items }) => items.length > 0),
    isSearching: own.isSearching || found.isSearching,
  };
}

function useOwnItems(user: CurrentUser | null, text: string) {
  const isMarketer = user?.userType === 'marketer';
  const isAdvertiser = user?.userType === 'advertiser';
  const applications = useOwnApplications({ enabled: isMarketer });
  const campaigns = useOwnCampaigns({ enabled: isAdvertiser });
  const all: PaletteItem[] = isMarketer
    ? (applications.data ?? []).map(({ campaignId, campaign }) =>
        toCampaignItem({ id: campaignId, title: campaign.title }, campaign.company),
      )
    : (campaigns.data ?? []).map((campaign) =>
        toCampaignItem(campaign, campaign.team?.business ?? t(stateNames[campaign.status])),
      );
  const query = isMarketer ? applications : campaigns;
  const shown = all
    .filter(({ label, detail = '' }) => matches(text, label, detail))
    .slice(0, text === '' ? FEW : SOME);
  return {
    ids: new Set(all.map(({ id }) => id)),
    items: [...shown, ...retryItem(query, 'own')],
    isSearching: query.isLoading,
  };
}

function useServerItems(user: CurrentUser | null, text: string, ownIds: ReadonlySet<string>) {
  const q = useDebounced(text, REST_MS);
  const isAdmin = user?.userType === 'admin';
  const isLong = q.length >= SHORTEST_TEXT;
  const isBehind = text.length >= SHORTEST_TEXT && q !== text;
  // Closed campaigns are for admins: others could not do anything there.
  const campaigns = useEndpoint(
    listCampaigns,
    { query: { q, limit: 2 * SOME, ...(isAdmin ? {} : { open: 'true' as const }) } },
    { enabled: isLong },
  );
  const users = useEndpoint(listUsers, { query: { q, limit: SOME } }, { enabled: isLong && isAdmin });
  const campaignItems = (campaigns.data ?? [])
    .map((campaign) => toCampaignItem(campaign, [campaign.company, campaign.city].filter(Boolean).join(', ')))
    .filter(({ id }) => !ownIds.has(id))
    .slice(0, SOME);
  const isShown = text.length >= SHORTEST_TEXT;
  return {
    // Enter must not open what an earlier text found.
    groups:
      isShown && !isBehind
        ? [
            { title: t('Campaigns'), items: [...campaignItems, ...retryItem(campaigns, 'campaigns')] },
            {
              title: t('People'),
              items: [...(users.data ?? []).map(toPersonItem), ...retryItem(users, 'people')],
            },
          ]
        : [],
    isSearching: isShown && (isBehind || campaigns.isFetching || users.isFetching),
  };
}

interface FailingQuery {
  error: CallError | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

const failures = {
  own: msg('We couldn’t load your campaigns. Try again'),
  campaigns: msg('We couldn’t load campaigns. Try again'),
  people: msg('We couldn’t load people. Try again'),
} as const;

function retryItem({ error, isFetching, refetch }: FailingQuery, what: keyof typeof failures): PaletteItem[] {
  if (error === null || isFetching) return [];
  return [
    {
      id: `retry ${what}`, // not for users
      kind: 'retry',
      label: t(failures[what]),
      detail: getErrorText(error, ''),
      run: () => void refetch(),
    },
  ];
}
