import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { holdTexts, type HoldReason, type Payment } from '../contract.ts';
import classes from './payments.module.css';

const RETURNED =
  'The wallet returned this payment, the money is back with us. It is paid again when you change your PayPal email.';

/** Why a payment has not arrived yet, and what to do about it. Nothing for one that has. */
export function PaymentHolds({ payment }: { payment: Pick<Payment, 'status' | 'waitsFor'> }) {
  if (payment.status === 'completed') return null;
  if (payment.status === 'failed') return <p className={classes.hold}>{RETURNED}</p>;
  if (payment.waitsFor.length === 0) return <p className={classes.hold}>On its way to your wallet</p>;
  return (
    <ul className={classes.holds}>
      {payment.waitsFor.map((reason) => (
        <li className={classes.hold} key={reason}>
          <Hold reason={reason} />
        </li>
      ))}
    </ul>
  );
}

function Hold({ reason }: { reason: HoldReason }) {
  const { text, href, remedy } = holdTexts[reason];
  // Time is the remedy here; there is nowhere to go.
  if (reason === 'wallet-email-recent') return `${text}. ${remedy}.`;
  return (
    <>
      {text}.{' '}
      <Anchor
        component={Link}
        to={reason === 'wallet-email' ? `${href}#paypal-email` : href}
        fw={600}
        inherit
      >
        {remedy}
      </Anchor>
    </>
  );
}
