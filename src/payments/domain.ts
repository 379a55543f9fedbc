import { authDomain } from '#auth/domain.ts';
import { defineDomain, type RefusalCodeOf } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';

export const paymentsDomain = defineDomain([platformDomain, authDomain], {
  refusals: {
    'payment/amount-differs': [
      422,
      msg('The amount doesn’t match the cost of this campaign. Reload the page and try again.'),
    ],
    'payment/order-not-found': [404, msg('We couldn’t find this payment order. Start the payment again.')],
    'payment/not-approved': [
      409,
      msg('You haven’t approved this payment yet. Approve it at your wallet, then try again.'),
    ],
    'payment/declined': [422, msg('Your wallet declined the payment. Choose another payment method there.')],
    'payment/pending': [
      409,
      msg('Your payment is under review at your wallet. We’ll continue as soon as it’s complete.'),
    ],
    'payment/not-captured': [
      409,
      msg('This payment hasn’t been completed. Finish it at your wallet, then try again.'),
    ],
    'payment/used': [409, msg('This payment has already funded a campaign.')],
    'payment/replaced': [
      409,
      msg('A newer payment replaced this one, and you weren’t charged for it. Start the payment again.'),
    ],
    'payment/provider-refused': [502, msg('There was an error processing your payment. Please try again.')],
    'payment/provider-unknown': [
      502,
      msg('Your wallet hasn’t responded yet. We’ll keep checking and show the result here.'),
    ],
    'payment/not-found': [404, msg('We couldn’t find this payment.')],
    'payment/not-completed': [409, msg('The receipt is available once the payment arrives.')],
    'payment/disputed': [
      409,
      msg(
        'The advertiser’s payment is disputed. Payments for this campaign are on hold until it’s resolved.',
      ),
    ],
    'payment/shortfall-owed': [
      409,
      msg(
        'You owe pay for approved work after disputing a payment at PayPal. Pay it before you fund another campaign.',
      ),
    ],
    'payment/shortfall-settled': [409, msg('Nothing is owed here anymore.')],
    'payment/debt-settled': [409, msg('This debt is repaid or written off.')],
    'payment/already-sent': [
      409,
      msg('The pay has been sent to the marketer, so it can’t be held or taken back anymore.'),
    ],
    'payment/short': [
      409,
      msg('The campaign’s escrow never covered this pay. Pay what you owe before you dispute the work.'),
    ],
    'payment/tip-not-due': [
      409,
      msg('You can only tip for approved work, and not while it is disputed or after the marketer left.'),
    ],
    'payment/tip-too-late': [409, msg('The 30 days for a tip are over.')],
    'payment/tip-amount': [422, msg('A tip is at least $1.00, and at most the pay for this work.')],
    'payment/debt-refunding': [
      409,
      msg(
        'We’re still refunding the payment that you disputed. If that fails, the money repays this debt. Check again in a few days.',
      ),
    ],
    'payment/escrow-short': [409, msg('This campaign’s escrow doesn’t cover this payment.')],
    'payment/not-refundable': [
      409,
      msg('The wallet can no longer refund this amount. An administrator must return it another way.'),
    ],
    'payment/not-retryable': [409, msg('You can only retry a failed or returned payment, and only once.')],
    'payment/no-invoice': [
      409,
      msg('There is no invoice for this payment. Contact support if you need a document.'),
    ],
    'payment/invoices-off': [409, msg('Invoices aren’t available yet. Contact support if you need one.')],
    'payment/billing-missing': [409, msg('Enter your invoice details first.')],
    'payment/vat-id-missing': [
      409,
      msg('Add your VAT ID to your invoice details. We can’t invoice businesses in the EU without one.'),
    ],
    'payment/invoice-not-found': [404, msg('We couldn’t find this invoice.')],
    'payment/reconciliation-running': [
      409,
      msg('A reconciliation is already running. Wait for it to finish.'),
    ],
  },
  objects: {
    payment: 'payment/not-found',
    order: 'payment/order-not-found',
    payout: 'payment/not-retryable',
    refund: 'payment/not-retryable',
    shortfall: 'payment/not-found',
    debt: 'payment/not-found',
    invoice: 'payment/invoice-not-found',
    webhook: 'request/not-found',
  },
  limits: {
    payment: '10/1m',
    'payment-file': '20/10m',
    // Per network address, before the signature is checked. Each one makes us call the wallet, which has its
    // own rate limit and resends.
    webhook: '300/1m',
  },
});

export const { endpoint, refuse } = paymentsDomain;
export type RefusalCode = RefusalCodeOf<typeof paymentsDomain>;
