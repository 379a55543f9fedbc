import { DeleteAccountPanel } from '#auth/web/delete-account-panel.tsx';
import type { Leave } from '#auth/web/leave.ts';
import { useClock } from '#platform/web/clock.ts';
import { forgetTracking } from '#tracking/web/forget-tracking.ts';

interface DeletionProps {
  accountId: string;
  leave?: Leave;
}

/** Deletes the account, with what later domains keep of it in this browser alone. */
export function Deletion({ accountId, ...panel }: DeletionProps) {
  const clock = useClock();
  return <DeleteAccountPanel {...panel} onDeleted={() => forgetTracking(accountId, clock.now())} />;
}
