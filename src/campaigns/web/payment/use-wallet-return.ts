import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { msg, t } from '#kernel/text.ts';
import { listOwed } from '#payments/shortfall-contract.ts';
import { useClock } from '#platform/web/clock.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { showToast } from '#platform/web/ui/states/toast.ts';
import { getAdvertiserStats, getCampaign, listCampaigns, listOwnCampaigns } from '../../contract.ts';
import { capturePaymentOrder, fundCampaign, getEscrowStatus } from '../../funding-contract.ts';
import { focusPage } from '../page/page-focus.ts';
import { type WalletFailure, toWalletFailure } from './wallet-failure.ts';

/** A shortfall is approved work that the campaign's escrow does not cover. */
type Purpose = 'funding' | 'shortfall' | 'tip';

type WalletReturn = { step: 'none' | 'processing' | 'paid' } | { step: 'failed'; failure: WalletFailure };

const REDIRECT_AFTER_MS = 2000;
const LOOK_AGAIN_AFTER_MS = 10_000;

/**
 * `?wallet=approved&token=ORDER&PayerID=…` captures the payment and, if it is for the campaign, funds it;
 * `?wallet=cancelled` shows a message. The wallet's popup sets the same URL. It keeps the order until all is done, so
 * that a reload resumes. Both calls are idempotent.
 */
export function useWalletReturn(campaignId: string, purpose: Purpose) {
  const [search, setSearch] = useSearchParams();
  const orderId = search.get('token');
  const isCancelled = search.get('wallet') === 'cancelled' || search.get('cancelled') === '1';
  const clearAddress = () => setSearch({}, { replace: true });
  const { state, captureAndFund, forget } = useCaptureAndFund({ campaignId, purpose }, clearAddress);

  const begun = useRef<string | null>(null);
  const begin = useEffectEvent(() => {
    if (isCancelled) {
      clearAddress();
      showCancelled();
    } else if (orderId && begun.current !== orderId) {
      begun.current = orderId;
      void captureAndFund(orderId);
    }
  });
  useEffect(() => begin(), [orderId, isCancelled]);

  const again = () => {
    if (orderId && state.step === 'failed') void captureAndFund(orderId);
  };
  useFollowUp(state, purpose, again);

  return {
    state,
    again,
    restart: () => {
      // The user may approve the same order again with another funding source.
      begun.current = null;
      forget();
      clearAddress();
    },
    approved: (token: string) => setSearch({ wallet: 'approved', token }, { replace: true }),
    cancelled: showCancelled,
  };
}

function showCancelled(): void {
  showToast({ title: t('Payment Cancelled'), message: t('You cancelled the payment process.') });
}

function useCaptureAndFund(
  { campaignId, purpose }: { campaignId: string; purpose: Purpose },
  onPaid: () => void,
) {
  const [state, setState] = useState<WalletReturn>({ step: 'none' });
  const capture = useCallMutation(capturePaymentOrder, { invalidates: [listOwed] });
  const fund = useCallMutation(fundCampaign, { invalidates: changedByFunding });

  const fail = (error: unknown, isCaptured: boolean) => {
    const failure = toWalletFailure(error, isCaptured);
    setState({ step: 'failed', failure });
    // A pending payment is not a failure, and it is polled repeatedly.
    if (failure.remedy !== 'wait') showToast({ title: failure.title, message: failure.text, tone: 'error' });
  };

  return {
    state,
    forget: () => setState({ step: 'none' }),
    captureAndFund: async (orderId: string) => {
      setState({ step: 'processing' });
      let isCaptured = false;
      try {
        const { id } = await capture.mutateAsync({ params: { orderId } });
        isCaptured = true;
        const body = { paypalOrderId: orderId, paypalCaptureId: id };
        if (purpose === 'funding') await fund.mutateAsync({ params: { id: campaignId }, body });
      } catch (error) {
        return fail(error, isCaptured);
      }
      setState({ step: 'paid' });
      onPaid();
      const { title, message } = paidTexts[purpose];
      showToast({ title: t(title), message: t(message), tone: 'success' });
    },
  };
}

const paidTexts = {
  funding: {
    title: msg('Campaign Funded Successfully!'),
    message: msg('Your campaign is now active and marketers can apply.'),
  },
  shortfall: { title: msg('Payment received'), message: msg('It pays what you owe for approved work.') },
  tip: { title: msg('Tip paid'), message: msg('It goes to the marketer.') },
} as const;

function useFollowUp(state: WalletReturn, purpose: Purpose, again: () => void) {
  const clock = useClock();
  const navigate = useNavigate();
  const leave = useEffectEvent(() => void Promise.resolve(navigate('/advertiser')).then(focusPage));
  const lookAgain = useEffectEvent(again);
  useEffect(() => {
    if (state.step === 'paid' && purpose === 'funding') return clock.after(REDIRECT_AFTER_MS, () => leave());
    if (state.step === 'failed' && state.failure.remedy === 'wait') {
      return clock.after(LOOK_AGAIN_AFTER_MS, () => lookAgain());
    }
    return undefined;
  }, [state, purpose, clock]);
}

const changedByFunding = [getCampaign, getEscrowStatus, listOwnCampaigns, listCampaigns, getAdvertiserStats];
