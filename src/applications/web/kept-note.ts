import { useState } from 'react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';
import { readStoredText, storeText } from '#platform/web/browser-storage.ts';

const toKey = (accountId: string, campaignId: string) => `promenade-note-${accountId}-${campaignId}`;

/** Kept in this tab. '' if there is none. */
export function readKeptNote(accountId: string, campaignId: string): string {
  return readStoredText('sessionStorage', toKey(accountId, campaignId)) ?? '';
}

export function storeKeptNote(accountId: string, campaignId: string, note: string): void {
  storeText('sessionStorage', toKey(accountId, campaignId), note || null);
}

/** Survives a visit to another page, such as the profile, but not the tab. */
export function useKeptNote(campaignId: string): [note: string, change: (note: string) => void] {
  const { user } = useCurrentUser();
  const accountId = user?.id ?? '';
  const [note, setNote] = useState(() => readKeptNote(accountId, campaignId));
  return [
    note,
    (next) => {
      setNote(next);
      storeKeptNote(accountId, campaignId, next);
    },
  ];
}
