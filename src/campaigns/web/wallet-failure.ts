import { refusals } from '#kernel/errors.ts';
import { CallError, textOf } from '#platform/web/call.ts';

/** Why the way back from the wallet did not end in a funded campaign, and what can be done about it. */
export interface WalletFailure {
  title: string;
  text: string;
  /** What the server says about it, where that says more than `text`. */
  reason: string | null;
  /**
   * 'anew': nothing was collected, a new payment may be opened. 'same': this payment may have gone through, so only this
   * one may be tried again. 'wait': the wallet has not said its last word, and we ask again by ourselves.
   */
  remedy: 'anew' | 'same' | 'wait';
}

/** After these nothing was collected, and this order never will be. */
const notPaid: readonly string[] = [
  'payment/declined',
  'payment/not-approved',
  'payment/order-not-found',
  'payment/provider-refused',
  'payment/amount-differs',
  'payment/used',
  'campaign/already-funded',
  'campaign/incomplete',
  'campaign/start-passed',
  'campaign/not-found',
];
const undecided: readonly string[] = ['payment/pending', 'payment/provider-unknown'];

/** `isCaptured`: the money was collected before it failed. */
export function walletFailure(error: unknown, isCaptured: boolean): WalletFailure {
  const code = error instanceof CallError ? error.code : '';
  const providerText = refusals['payment/provider-refused'][1];
  const [title, text] = isCaptured
    ? ['Payment Failed', 'There was an error processing your payment. Please try again.']
    : [
        'Payment Error',
        code === 'payment/provider-refused' ? providerText : 'Failed to complete payment. Please try again.',
      ];
  const said = textOf(error, '');
  return {
    title: undecided.includes(code) ? 'The wallet has not finished yet' : title,
    text: undecided.includes(code) ? said : text,
    reason: said === text || undecided.includes(code) ? null : said || null,
    remedy: undecided.includes(code) ? 'wait' : notPaid.includes(code) && !isCaptured ? 'anew' : 'same',
  };
}
