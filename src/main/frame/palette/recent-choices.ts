const KEY = 'promenade.recent-choices';
const MOST = 5;

/** A page or campaign that the user chose in the search. People are not remembered. */
export interface RecentChoice {
  to: string;
  label: string;
}

/** Returns the user's last choices in this browser, the newest first. */
export function readRecentChoices(account: string | null): readonly RecentChoice[] {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('account' in kept) || !('choices' in kept)) return [];
    // Another user of this browser must not see them.
    if (kept.account !== account || !Array.isArray(kept.choices)) return [];
    return kept.choices.filter(isChoice).slice(0, MOST);
  } catch {
    // Storage is blocked, or its content is not ours.
    return [];
  }
}

export function addRecentChoice(account: string | null, { to, label }: RecentChoice): void {
  const others = readRecentChoices(account).filter((choice) => choice.to !== to || choice.label !== label);
  const choices = [{ to, label }, ...others].slice(0, MOST);
  try {
    window.localStorage.setItem(KEY, JSON.stringify({ account, choices }));
  } catch {
    // Storage is full or blocked, so nothing is remembered.
  }
}

export function deleteRecentChoices(): void {
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was remembered.
  }
}

function isChoice(value: unknown): value is RecentChoice {
  return (
    typeof value === 'object' &&
    value !== null &&
    'to' in value &&
    typeof value.to === 'string' &&
    // Only pages of this site.
    /^\/(?!\/)/.test(value.to) &&
    'label' in value &&
    typeof value.label === 'string'
  );
}
