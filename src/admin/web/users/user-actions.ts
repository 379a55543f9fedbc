import type { IdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { msg, t, type Message } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { type AdminUser, deleteUser, reactivateUser, suspendUser, verifyUser } from '../../contract.ts';
import { useRefetchUsers } from './use-users.ts';

export type UserAction = 'verify' | 'suspend' | 'reactivate' | 'delete';

interface ActWords {
  label: Message;
  title: (name: string) => string;
  text: Message;
  done: Message;
  isDangerous: boolean;
}

export const actionTexts: Record<UserAction, ActWords> = {
  verify: {
    label: msg('Verify'),
    title: (name) => t('Verify {name}?', { name }),
    text: msg('Approves their identity documents. Review them under Identity checks first.'),
    done: msg('Verified'),
    isDangerous: false,
  },
  suspend: {
    label: msg('Suspend'),
    title: (name) => t('Suspend {name}?', { name }),
    text: msg(
      'They’re signed out everywhere and can’t sign in. Payments to them wait. We’ll email them the reason and how to appeal.',
    ),
    done: msg('Suspended'),
    isDangerous: true,
  },
  reactivate: {
    label: msg('Reactivate'),
    title: (name) => t('Reactivate {name}?', { name }),
    text: msg('They can sign in again. We’ll email them the reason.'),
    done: msg('Reactivated'),
    isDangerous: false,
  },
  delete: {
    label: msg('Delete'),
    title: (name) => t('Delete the account of {name}?', { name }),
    text: msg(
      'Permanently removes their name, address, documents and positions. Payments, consents and the audit log stay. You can’t delete an account while money or work is open.',
    ),
    done: msg('Deleted'),
    isDangerous: true,
  },
};

export function listActions({ can }: AdminUser): UserAction[] {
  const all = ['verify', 'suspend', 'reactivate', 'delete'] as const;
  return all.filter((act) => can[act]);
}

/** If the admin signed in too long ago, asks them to confirm their identity first. */
export function useUserAction(
  { act, submittedAt }: { act: UserAction; submittedAt?: string | undefined },
  identity: IdentityConfirmation,
  onDone: () => void,
) {
  const refetchUsers = useRefetchUsers();
  const options = {
    onSuccess: async ({ message }: { message: string }) => {
      showToast({ title: t(actionTexts[act].done), message, tone: 'success' });
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
