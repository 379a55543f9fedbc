import { t } from '#kernel/text.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { CallError, getErrorText } from '#platform/web/call.ts';

export interface WalletFailure {
  title: string;
  text: string;
  /** The server's message, if it adds something to `text`. */
  reason: string | null;
  /**
   * 'restart': nothing was captured, so the user may start a new payment. 'same': this payment may have gone
   * through, so only it may be retried. 'wait': the wallet has not decided, and the page retries
   * automatically.
   */
  remedy: 'restart' | 'same' | 'wait';
}

/** After these codes nothing was captured, and this order never will be. */
const notPaid: readonly string[] = [
  'payment/declined',
  'payment/not-approved',
  'payment/order-not-found',
  'payment/replaced',
  'payment/provider-refused',
  'payment/amount-differs',
  'payment/used',
  'payment/shortfall-settled',
  'payment/debt-settled',
  'payment/debt-refunding',
  'payment/shortfall-owed',
  'payment/tip-not-due',
  'payment/tip-too-late',
  'payment/tip-amount',
  'campaign/already-funded',
  'campaign/incomplete',
  'campaign/start-passed',
  'campaign/not-found',
];
const undecided: readonly string[] = ['payment/pending', 'payment/provider-unknown'];

/** `isCaptured`: the money was captured before the error. */
export function toWalletFailure(error: unknown, isCaptured: boolean): WalletFailure {
  const code = error instanceof CallError ? error.code : '';
  const providerText = t(paymentsDomain.refusals['payment/provider-refused'][1]);
  const [title, text] = isCaptured
    ? [t('Payment Failed'), t('There was an error processing your payment. Please try again.')]
    : [
        t('Payment Error'),
        code === 'payment/provider-refused'
          ? providerText
          : t('Failed to complete payment. Please try again.'),
      ];
  const said = getErrorText(error, '');
  return {
    title: undecided.includes(code) ? t('Payment still processing') : title,
    text: undecided.includes(code) ? said : text,
    reason: said === text || undecided.includes(code) ? null : said || null,
    remedy: undecided.includes(code) ? 'wait' : notPaid.includes(code) && !isCaptured ? 'restart' : 'same',
  };
}
