import { DeleteAccountPanel } from '#auth/web/account/delete-account-panel.tsx';
import type { Leave } from '#auth/web/browser-navigation.ts';
import { useClock } from '#platform/web/clock.ts';
import { forgetTracking } from '#tracking/web/tracker/forget-tracking.ts';

interface DeletionProps {
  accountId: string;
  leave?: Leave;
}

/** Deletes the account, and its tracking data that is stored only in this browser. */
export function Deletion({ accountId, ...panel }: DeletionProps) {
  const clock = useClock();
  return <DeleteAccountPanel {...panel} onDeleted={() => forgetTracking(accountId, clock.now())} />;
}
