import { calculateCumulativeFee, fromDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { Money } from '#platform/web/ui/money.tsx';
import type { Dispute } from '../contract.ts';
import classes from './dispute.module.css';

export function OutcomeTable({ dispute }: { dispute: Dispute }) {
  const part = dispute.outcome ?? dispute.steps.findLast(({ outcome }) => outcome !== null)?.outcome;
  const rows = [
    { name: t('Pay in full'), award: dispute.pay },
    ...(part && part.award !== dispute.pay && part.award !== '0.00'
      ? [{ name: dispute.outcome ? t('Pay a part') : t('As proposed'), award: part.award }]
      : []),
    { name: t('Pay nothing'), award: '0.00' },
  ];
  const shown = dispute.outcome ? rows.filter(({ award }) => award === dispute.outcome?.award) : rows;
  return (
    <table className={classes.outcomes}>
      <thead>
        <tr>
          <th scope="col">{t('Outcome')}</th>
          <th scope="col">{t('Marketer')}</th>
          <th scope="col">{t('Advertiser')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ name, award }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>
              <Money amount={award} />
            </td>
            <td>
              <Money amount={toBackCents(dispute, fromDecimal(award))} />
            </td>
          </tr>
        ))}
      </tbody>
      <caption>
        {t('The advertiser’s part includes the platform fee on it, and comes with the next refund.')}
      </caption>
    </table>
  );
}

/** Includes the fee that the platform does not earn. */
export function toBackCents({ pay, fee }: Pick<Dispute, 'pay' | 'fee'>, awardCents: number): number {
  const [payCents, feeCents] = [fromDecimal(pay), fromDecimal(fee)];
  return payCents - awardCents + feeCents - calculateCumulativeFee(feeCents, awardCents, payCents);
}
