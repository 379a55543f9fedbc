/** Jobs of the outbox's worker that move money, as crash points name them; `coverage.test.ts` holds this against the modules. */
const movesMoney =
  /^(effect payment\.|event (payment\.|kyc\.decided$|account\.reactivated$|profile\.wallet-email-set$)|sweep (payments\/|campaigns\/settle$|approve due proofs$))/;

/** Comparing books, signing in, who is let in, documents and addresses: what money follows from them is told by an event. */
const moveNothing = [
  'sweep payments/reconciliation',
  'event payment.completed',
  'event payment.failed',
  'event payment.refund-',
  'event payment.chargeback-',
  'POST /auth/',
  'PUT /api/admin/kyc/',
  'POST /api/admin/users/',
  'PATCH /api/auth/user/profile',
];

/** Is this crash point on a way of money? Requests are, whoever makes them in a story. */
export function isAboutMoney(label: string): boolean {
  const job = jobOf(label);
  if (moveNothing.some((start) => job.startsWith(start))) return false;
  return movesMoney.test(job) || /^(GET|POST|PUT|PATCH|DELETE) /.test(job);
}

/** 'effect payment.send-payout' of 'effect payment.send-payout: commit'. */
export const jobOf = (label: string) => label.slice(0, label.lastIndexOf(': '));
