import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type CurrentUser, getCurrentUser } from '#auth/contract.ts';
import type { IdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { t } from '#kernel/text.ts';
import { type CallError, getErrorText } from '#platform/web/call.ts';
import { useClock } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { saveProfile } from '../form-contract.ts';
import { formatPaymentDestination } from './format-payment-destination.ts';

const LEAVE_AFTER_MILLISECONDS = 500;

/**
 * Asks for identity confirmation if the wallet email changes. Opens `back`, or the user's dashboard, half a second
 * after success.
 */
export function useSaveProfile(
  user: CurrentUser,
  identity: IdentityConfirmation,
  back: string | null,
  onRefused: (error: CallError) => void,
) {
  const walletBefore = useRef<string | null>(null);
  const clock = useClock();
  const navigate = useNavigate();
  const save = useCallMutation(saveProfile, {
    invalidates: [getCurrentUser],
    onMutate: () => {
      walletBefore.current = user.paypalEmail;
    },
    onSuccess: ({ message, paymentsWaitUntil }, { body: { paypalEmail } }) => {
      const isNews = paymentsWaitUntil !== undefined || walletBefore.current === null;
      const news =
        paypalEmail && isNews ? ` ${formatPaymentDestination(paypalEmail, paymentsWaitUntil)}` : '';
      showToast({ title: t('Profile updated'), message: message + news, tone: 'success' });
    },
    onError: (error, form) => {
      if (identity.isNeededFor(error, () => save.mutate(form))) return;
      onRefused(error);
      showToast({ title: t('Error'), message: failureText(error), tone: 'error' });
    },
  });
  const userType = save.data?.userType;
  useEffect(() => {
    if (!userType) return undefined;
    return clock.after(LEAVE_AFTER_MILLISECONDS, () => void navigate(back ?? getHomePath(userType)));
  }, [userType, clock, back, navigate]);
  return save;
}

function failureText(error: CallError): string {
  // Without a response there is neither a message nor a status.
  if (error.status === 0) return t('Failed to update profile.');
  return getErrorText(error, t('HTTP error! status: {status}', { status: error.status }));
}

function getHomePath(userType: NonNullable<CurrentUser['userType']>): string {
  return userType === 'admin' ? '/' : `/${userType}`;
}
