import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { Link, useParams } from 'react-router';
import { assignLocation, type Leave } from '#auth/web/browser-navigation.ts';
import { FailedPayment } from '#campaigns/web/payment/payment-panels.tsx';
import { useWalletReturn } from '#campaigns/web/payment/use-wallet-return.ts';
import { msg, t } from '#kernel/text.ts';
import { listOwed, type Owed } from '#payments/shortfall-contract.ts';
import { isTipReturned } from '#payments/tip-contract.ts';
import { type PageHandle, pageMeta } from '#platform/web/page.ts';
import { invalidateEndpoints, useEndpoint } from '#platform/web/query.ts';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { formatDayYearTime } from '#platform/web/ui/format-time.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatMoney } from '#platform/web/ui/money.tsx';
import { ErrorState } from '#platform/web/ui/states/error-state.tsx';
import { LoadingState } from '#platform/web/ui/states/loading-state.tsx';
import { getProof, listProofs, type Proof } from '../../contract.ts';
import { TipForm } from './tip-form.tsx';
import classes from './tip.module.css';

export const handle: PageHandle = { roles: ['advertiser'] };
export const meta = pageMeta(msg('Tip'));

export default function TipRoute() {
  const { id = '' } = useParams();
  return <TipPage id={id} key={id} />;
}

/** /proofs/{id}/tip: the amount, and the return from the wallet. */
export function TipPage({ id, leave = assignLocation }: { id: string; leave?: Leave }) {
  const proof = useEndpoint(getProof, { params: { id } }, { refetchOnMount: 'always' });
  const wallet = useWalletReturn(proof.data?.campaignId ?? '', 'tip');
  const { step } = wallet.state;
  const isPaid = step === 'paid';
  const client = useQueryClient();
  const refresh = useEffectEvent(() => void invalidateEndpoints(client, [getProof, listProofs]));
  useEffect(() => {
    // The first answer may be from the middle of the capture.
    if (step === 'paid' || step === 'failed') refresh();
  }, [step]);

  if (proof.error?.status === 404)
    return (
      <PageHeader title={t('Proof not found')} description={t('It doesn’t exist, or it isn’t yours.')} />
    );
  if (proof.error) return <ErrorState error={proof.error} onRetry={() => void proof.refetch()} />;
  if (wallet.state.step === 'processing') return <LoadingState text={t('Processing your tip...')} />;
  if (!proof.data) return <LoadingState />;
  const { data } = proof;
  return (
    <>
      <PageHeader
        title={data.marketerName ? t('Tip {name}', { name: data.marketerName }) : t('Tip the marketer')}
        eyebrow={data.campaignTitle}
        back={{ to: toProofs(data), label: t('Back to the proofs') }}
      />
      <div className={classes.narrow}>
        {wallet.state.step === 'failed' ? (
          <FailedPayment failure={wallet.state.failure} onAgain={wallet.again} onRestart={wallet.restart} />
        ) : (
          <TipPanel
            proof={data}
            isPaid={isPaid}
            isChecking={proof.isFetching}
            onCheck={() => void proof.refetch()}
            leave={leave}
          />
        )}
      </div>
    </>
  );
}

interface TipPanelProps {
  proof: Proof;
  isPaid: boolean;
  isChecking: boolean;
  onCheck: () => void;
  leave: Leave;
}

function TipPanel({ proof, isPaid, isChecking, onCheck, leave }: TipPanelProps) {
  const { tip, tippable } = proof;
  const name = proof.marketerName || t('The marketer');
  if (tip?.state === 'paid' || (isPaid && !(tip && isTipReturned(tip.state)))) {
    return (
      <Panel title={tip ? t('You tipped {amount}', { amount: formatMoney(tip.amount) }) : t('Tip paid')}>
        <output className={classes.done}>
          <IconCircleCheck size={20} aria-hidden />
          {tip?.state === 'paid'
            ? t('{name} gets all of it, and we’ve let them know.', { name })
            : t('We’re passing it on to {name} now.', { name })}
        </output>
        <ToProofs proof={proof} />
      </Panel>
    );
  }
  if (tip?.state === 'waiting') {
    return (
      <Panel title={t('Your tip of {amount} is on its way', { amount: formatMoney(tip.amount) })}>
        <output className={classes.note}>
          {t('PayPal is still processing it. You don’t need to do anything.')}
        </output>
        <div className={classes.buttons}>
          <Button onClick={onCheck} loading={isChecking}>
            {t('Check now')}
          </Button>
          <ToProofs proof={proof} />
        </div>
      </Panel>
    );
  }
  return (
    <>
      {tip ? (
        <Panel title={t('Your tip of {amount} was not passed on', { amount: formatMoney(tip.amount) })}>
          <p className={classes.note}>
            {tip.state === 'taken-back'
              ? t('PayPal decided your dispute about it in your favor.')
              : t('The work could no longer be tipped. We refund you through PayPal.')}
          </p>
        </Panel>
      ) : null}
      {tippable?.owes ? (
        <OwedPanel proof={proof} />
      ) : tippable ? (
        <TipForm proof={proof} tippable={tippable} leave={leave} />
      ) : (
        <Panel title={t('This work can’t be tipped now')}>
          <p className={classes.note}>{toReason(proof)}</p>
          <ToProofs proof={proof} />
        </Panel>
      )}
    </>
  );
}

function OwedPanel({ proof }: { proof: Proof }) {
  const queryClient = useQueryClient();
  const owed = useEndpoint(listOwed, undefined, { refetchOnMount: 'always' });
  const isPaid = owed.data?.length === 0 && !owed.isFetching;
  useEffect(() => {
    // The debt was paid in another tab, so the proof can be tipped now.
    if (isPaid) void invalidateEndpoints(queryClient, [getProof]);
  }, [isPaid, queryClient]);
  if (!owed.data) {
    return owed.error ? (
      <ErrorState error={owed.error} onRetry={() => void owed.refetch()} />
    ) : (
      <LoadingState text={t('Loading what you owe...')} />
    );
  }
  return (
    <Panel title={t('You can’t tip yet')}>
      <p className={classes.note}>{t('First pay what you owe after your dispute at PayPal.')}</p>
      <ul className={classes.owed} aria-label={t('What you owe')}>
        {owed.data.map((one) => (
          <li key={one.id}>
            <Link to={`/campaigns/${one.campaignId}`}>{formatOwed(one)}</Link>
          </li>
        ))}
      </ul>
      <ToProofs proof={proof} />
    </Panel>
  );
}

function formatOwed({ amount, campaignTitle, marketerName, since }: Owed): string {
  const values = { amount: formatMoney(amount), campaign: campaignTitle, time: formatDayYearTime(since) };
  return marketerName === null
    ? t('{campaign}: {amount} since {time}', values)
    : t('{campaign}, {name}: {amount} since {time}', { ...values, name: marketerName });
}

function toReason({ status, dispute, isMarketerDeleted }: Proof): string {
  if (isMarketerDeleted) return t('The marketer has deleted their account.');
  if (status !== 'approved') return t('You can tip for approved proofs only.');
  if (dispute?.isOpen) return t('You can tip once the dispute about this proof has ended.');
  return t('Only the owner of the business can tip, within 30 days of the approval.');
}

function ToProofs({ proof }: { proof: Proof }) {
  return (
    <Button component={Link} to={toProofs(proof)} variant="default">
      {t('Back to the proofs')}
    </Button>
  );
}

const toProofs = ({ campaignId }: Proof) => `/campaigns/${campaignId}?tab=proofs`;
