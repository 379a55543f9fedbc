import { CampaignFormValues } from './campaign-form-values.ts';

const place = 'promenade.create-campaign';

/** What was typed into /create-campaign and not created yet; null where there is nothing. */
export function readKeptForm(): CampaignFormValues | null {
  try {
    const kept = window.localStorage.getItem(place);
    const parsed = kept === null ? null : CampaignFormValues.safeParse(JSON.parse(kept));
    return parsed?.success ? parsed.data : null;
  } catch {
    // The browser forbids storage, or somebody else wrote there.
    return null;
  }
}

/** Without storage the form still works; it only forgets when the page is left. */
export function keepForm(values: CampaignFormValues): void {
  try {
    window.localStorage.setItem(place, JSON.stringify(values));
  } catch {
    // Full or forbidden.
  }
}

export function forgetKeptForm(): void {
  try {
    window.localStorage.removeItem(place);
  } catch {
    // Forbidden, hence nothing was kept.
  }
}
