import type { IdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { type AdminUser, deleteUser, reactivateUser, suspendUser, verifyUser } from '../../contract.ts';
import { useRefetchUsers } from './use-users.ts';

export type UserAction = 'verify' | 'suspend' | 'reactivate' | 'delete';

interface ActWords {
  label: string;
  title: (name: string) => string;
  text: string;
  done: string;
  isDangerous: boolean;
}

export const actionTexts: Record<UserAction, ActWords> = {
  verify: {
    label: 'Verify',
    title: (name) => `Verify ${name}?`,
    text: 'Approves their identity documents. Review them under Identity checks first.',
    done: 'Verified',
    isDangerous: false,
  },
  suspend: {
    label: 'Suspend',
    title: (name) => `Suspend ${name}?`,
    text: 'They’re signed out everywhere and can’t sign in. Payments to them wait. We’ll email them the reason and how to appeal.',
    done: 'Suspended',
    isDangerous: true,
  },
  reactivate: {
    label: 'Reactivate',
    title: (name) => `Reactivate ${name}?`,
    text: 'They can sign in again. We’ll email them the reason.',
    done: 'Reactivated',
    isDangerous: false,
  },
  delete: {
    label: 'Delete',
    title: (name) => `Delete the account of ${name}?`,
    text: 'Permanently removes their name, address, documents and positions. Payments, consents and the audit log stay. You can’t delete an account while money or work is open.',
    done: 'Deleted',
    isDangerous: true,
  },
};

export function listActions({ can }: AdminUser): UserAction[] {
  const all = ['verify', 'suspend', 'reactivate', 'delete'] as const;
  return all.filter((act) => can[act]);
}

/** Runs one action. If the admin signed in too long ago, asks them to confirm their identity first. */
export function useUserAction(
  { act, submittedAt }: { act: UserAction; submittedAt?: string | undefined },
  identity: IdentityConfirmation,
  onDone: () => void,
) {
  const refetchUsers = useRefetchUsers();
  const options = {
    onSuccess: async ({ message }: { message: string }) => {
      showToast({ title: actionTexts[act].done, message, tone: 'success' });
      onDone();
      await refetchUsers();
    },
  };
  const acts = {
    verify: useCallMutation(verifyUser, options),
    suspend: useCallMutation(suspendUser, options),
    reactivate: useCallMutation(reactivateUser, options),
    delete: useCallMutation(deleteUser, options),
  };
  const { mutate, isPending, error, reset } = acts[act];
  const run = (id: string, reason: string) =>
    mutate(
      { params: { id }, body: act === 'verify' && submittedAt ? { reason, submittedAt } : { reason } },
      {
        onError: (problem) => {
          if (identity.isNeededFor(problem, () => run(id, reason))) reset();
        },
      },
    );
  return { run, isPending, error: error?.code === 'auth/recent-required' ? null : error };
}
