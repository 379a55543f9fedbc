import { z } from 'zod';
import { readStoredJson, storeText } from '#platform/web/browser-storage.ts';
import { RECENT_CHOICES_KEY } from './forget-recent-choices.ts';

const MOST = 5;

const RecentChoice = z.object({
  /** Only pages of this site. */
  to: z.string().regex(/^\/(?!\/)/),
  label: z.string(),
});
export type RecentChoice = z.infer<typeof RecentChoice>;

const Kept = z.object({ account: z.string().nullable(), choices: z.array(z.unknown()) });

/** The newest first. */
export function readRecentChoices(account: string | null): readonly RecentChoice[] {
  const kept = readStoredJson('localStorage', RECENT_CHOICES_KEY, Kept);
  // Another user of this browser must not see them.
  if (kept?.account !== account) return [];
  // An older version may have stored another form.
  return kept.choices.flatMap((choice) => RecentChoice.safeParse(choice).data ?? []);
}

export function addRecentChoice(account: string | null, { to, label }: RecentChoice): void {
  const others = readRecentChoices(account).filter((choice) => choice.to !== to || choice.label !== label);
  const choices = [{ to, label }, ...others].slice(0, MOST);
  storeText('localStorage', RECENT_CHOICES_KEY, JSON.stringify({ account, choices }));
}
