import type { IdentityConfirmation } from '#auth/web/identity-confirmation.tsx';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/toast.ts';
import { type AdminUser, deleteUser, reactivateUser, suspendUser, verifyUser } from '../contract.ts';
import { useReadAnew } from './use-users.ts';

/** What an administrator may do to somebody's account, each with a reason. */
export type UserAct = 'verify' | 'suspend' | 'reactivate' | 'delete';

interface ActWords {
  /** On its button. */
  label: string;
  /** Asks before it happens. */
  title: (name: string) => string;
  text: string;
  done: string;
  isDangerous: boolean;
}

export const actWords: Record<UserAct, ActWords> = {
  verify: {
    label: 'Verify',
    title: (name) => `Verify ${name}?`,
    text: 'This approves the identity documents that they handed in. Look at them first, under Identity checks.',
    done: 'Verified',
    isDangerous: false,
  },
  suspend: {
    label: 'Suspend',
    title: (name) => `Suspend ${name}?`,
    text: 'Their sessions end at once and they cannot sign in. Money that is held stays held. They are mailed the reason and how to appeal.',
    done: 'Suspended',
    isDangerous: true,
  },
  reactivate: {
    label: 'Reactivate',
    title: (name) => `Let ${name} in again?`,
    text: 'They can sign in as before, and are told so by mail with the reason.',
    done: 'Reactivated',
    isDangerous: false,
  },
  delete: {
    label: 'Delete',
    title: (name) => `Delete the account of ${name}?`,
    text: 'What names the person goes for good: name, address, documents, positions. Payments, consents and this log stay. It is refused while money or work is open.',
    done: 'Deleted',
    isDangerous: true,
  },
};

/** Those that are possible, in the order in which they are offered. */
export function actsOf({ can }: AdminUser): UserAct[] {
  const all = ['verify', 'suspend', 'reactivate', 'delete'] as const;
  return all.filter((act) => can[act]);
}

export function nameOf({ firstName, lastName, email }: AdminUser): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}

/** Carries out one act, after a confirmation that it is you where the sign-in is long ago. */
export function useUserAct(
  { act, submittedAt }: { act: UserAct; submittedAt?: string | undefined },
  identity: IdentityConfirmation,
  onDone: () => void,
) {
  const readAnew = useReadAnew();
  const options = {
    onSuccess: async ({ message }: { message: string }) => {
      showToast({ title: actWords[act].done, message, tone: 'success' });
      onDone();
      await readAnew();
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
