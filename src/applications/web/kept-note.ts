import { useState } from 'react';
import { useCurrentUser } from '#auth/web/use-current-user.ts';

const toKey = (accountId: string, campaignId: string) => `promenade-note-${accountId}-${campaignId}`;

/** Returns the note that the marketer wrote in this tab and did not send, or ''. */
export function readKeptNote(accountId: string, campaignId: string): string {
  try {
    return window.sessionStorage.getItem(toKey(accountId, campaignId)) ?? '';
  } catch {
    return '';
  }
}

export function storeKeptNote(accountId: string, campaignId: string, note: string): void {
  try {
    if (note === '') window.sessionStorage.removeItem(toKey(accountId, campaignId));
    else window.sessionStorage.setItem(toKey(accountId, campaignId), note);
  } catch {
    // The storage is full or blocked: the note stays on the page.
  }
}

/** The note to the advertiser. It survives a visit to another page, such as the profile, but not the tab. */
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
