import { Alert, Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import type { Leave } from '#auth/web/browser-navigation.ts';
import { useReturnFromCache } from '#campaigns/web/payment/wallet-order.tsx';
import { type Cents, fromDecimal, fromDollars, toDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { MIN_TIP_CENTS } from '#payments/tip-contract.ts';
import { getErrorText } from '#platform/web/call.ts';
import { useCallMutation } from '#platform/web/query.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import type { Proof } from '../../contract.ts';
import { tipProof } from '../../tip-contract.ts';
import classes from './tip.module.css';

interface TipFormProps {
  proof: Proof;
  tippable: NonNullable<Proof['tippable']>;
  leave: Leave;
}

export function TipForm({ proof, tippable, leave }: TipFormProps) {
  const [amount, setAmount] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const order = useCallMutation(tipProof, { onSuccess: ({ approveUrl }) => leave(approveUrl) });
  useReturnFromCache(order.reset);
  const config = usePublicConfig();
  const most = fromDecimal(tippable.most);
  const tip = parseTip(amount, most);
  const limits = { least: formatMoney(MIN_TIP_CENTS), most: formatMoney(most) };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (tip) order.mutate({ params: { id: proof.id }, body: { amount: tip } });
  };
  return (
    <Panel title={t('How much?')}>
      <form onSubmit={send} noValidate>
        <ul className={classes.amounts} aria-label={t('Suggested amounts')}>
          {listSuggestions(most).map((cents) => (
            <li key={cents}>
              <Button
                variant={tip === toDecimal(cents) ? 'filled' : 'default'}
                aria-pressed={tip === toDecimal(cents)}
                onClick={() => setAmount(toDecimal(cents))}
              >
                {formatMoney(cents, { short: true })}
              </Button>
            </li>
          ))}
        </ul>
        <TextInput
          label={t('Amount')}
          description={t('{least} to {most}, until {day}', { ...limits, day: formatDay(tippable.until) })}
          leftSection="$"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={isChecked && !tip ? t('Enter an amount from {least} to {most}', limits) : undefined}
          onChange={({ currentTarget }) => setAmount(currentTarget.value)}
        />
        <p className={classes.note}>
          {t('You pay with PayPal, without a platform fee. You can tip once for this work.')}
        </p>
        <div className={classes.buttons}>
          <Button type="submit" loading={order.isPending || order.isSuccess}>
            {tip ? t('Tip {amount}', { amount: formatMoney(tip) }) : t('Tip', { context: 'verb' })}
          </Button>
          {order.error ? (
            <Alert color="red" role="alert">
              {getErrorText(order.error, t('We couldn’t open PayPal. Please try again.'))}
            </Alert>
          ) : null}
          {config?.walletSimulator ? (
            <p className={classes.small}>{t('Simulated wallet: no real money moves.')}</p>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}

export function parseTip(text: string, most: Cents): string | null {
  const typed = text.trim().replace(/^\$/, '');
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(typed)) return null;
  const cents = fromDollars(Number(typed));
  return cents >= MIN_TIP_CENTS && cents <= most ? toDecimal(cents) : null;
}

const listSuggestions = (most: Cents) => [200, 500, 1000, 2000].filter((cents) => cents <= most);
