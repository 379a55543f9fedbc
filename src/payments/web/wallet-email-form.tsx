import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { getCurrentUser } from '#auth/contract.ts';
import { useIdentityConfirmation } from '#auth/web/second-factor/identity-confirmation.tsx';
import { toFieldErrors } from '#kernel/errors.ts';
import { t } from '#kernel/text.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showFieldErrors } from '#platform/web/ui/states/field-errors.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { NewWalletEmail, setWalletEmail } from '#profiles/form-contract.ts';
import { formatPaymentDestination } from '#profiles/web/format-payment-destination.ts';
import { listPayments } from '../contract.ts';
import { getEarnings } from '../earnings-contract.ts';
import classes from './payments.module.css';

export function WalletEmailForm({ present }: { present: string | null }) {
  const form = useForm({ initialValues: { paypalEmail: present ?? '' } });
  const input = useRef<HTMLInputElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#paypal-email') input.current?.focus();
  }, [hash]);
  const identity = useIdentityConfirmation();
  const update = useCallMutation(setWalletEmail, {
    invalidates: [getCurrentUser, listPayments, getEarnings],
    onSuccess: ({ paypalEmail, paymentsWaitUntil }) => {
      form.setValues({ paypalEmail });
      showToast({
        title: t('PayPal Email Updated'),
        message: formatPaymentDestination(paypalEmail, paymentsWaitUntil),
        tone: 'success',
      });
    },
    onError: (error, change) => {
      if (identity.isNeededFor(error, () => update.mutate(change))) return;
      if (showFieldErrors(form, error)) return;
      showToast({
        title: t('Error'),
        message: t('Failed to update PayPal email. Please try again.'),
        tone: 'error',
      });
    },
  });
  const email = form.values.paypalEmail.trim();
  return (
    <Panel title={t('PayPal email')}>
      <form
        className={classes.wallet}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (update.isPending) return;
          const checked = NewWalletEmail.safeParse({ paypalEmail: email });
          if (checked.success) update.mutate({ body: { paypalEmail: email } });
          else form.setErrors(toFieldErrors(checked.error));
        }}
      >
        <TextInput
          ref={input}
          id="paypal-email"
          type="email"
          label={t('PayPal account email')}
          description={
            present
              ? t('Changing it pauses payments for 24 hours, and we notify both addresses.')
              : t('We can’t pay you until you add one.')
          }
          autoComplete="email"
          maxLength={127}
          className={classes.walletInput}
          {...form.getInputProps('paypalEmail')}
        />
        <Button
          type="submit"
          variant={email === (present ?? '') ? 'default' : 'filled'}
          disabled={email === ''}
          loading={update.isPending}
        >
          {t('Update')}
        </Button>
      </form>
      {identity.dialog}
    </Panel>
  );
}
