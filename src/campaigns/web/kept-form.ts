import { z } from 'zod';
import { CampaignFormValues } from './campaign-form-values.ts';

/** Which form something was typed into: that of a new campaign, of a copy of an old one, or of a draft. */
export type FormKey = 'new' | `copy.${string}` | `draft.${string}`;

interface Keeper {
  form: FormKey;
  /** The account that types; null where nobody is signed in. */
  account: string | null;
}

/** What somebody typed signed out is theirs once they have signed in; what one account typed is nobody else's. */
const Kept = z.object({
  account: z.string().nullable(),
  values: CampaignFormValues,
  /** What the form held before anything was typed into it. */
  from: CampaignFormValues,
});
export type KeptForm = Pick<z.output<typeof Kept>, 'values' | 'from'>;

const placeOf = (form: FormKey) => `promenade.campaign-form.${form}`;

/** What was typed into this form and not saved yet; null where there is nothing. */
export function readKeptForm({ form, account }: Keeper): KeptForm | null {
  try {
    const kept = window.localStorage.getItem(placeOf(form));
    const parsed = kept === null ? null : Kept.safeParse(JSON.parse(kept));
    if (!parsed?.success) return null;
    const isTheirs = parsed.data.account === null || parsed.data.account === account;
    return isTheirs ? parsed.data : null;
  } catch {
    // The browser forbids storage, or somebody else wrote there.
    return null;
  }
}

/** Without storage the form still works; it only forgets when the page is left. */
export function keepForm({ form, account }: Keeper, { values, from }: KeptForm): void {
  try {
    window.localStorage.setItem(placeOf(form), JSON.stringify({ account, values, from }));
  } catch {
    // Full or forbidden.
  }
}

export function forgetKeptForm(form: FormKey): void {
  try {
    window.localStorage.removeItem(placeOf(form));
  } catch {
    // Forbidden, hence nothing was kept.
  }
}
