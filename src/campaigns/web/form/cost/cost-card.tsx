import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '#kernel/text.ts';
import { rich } from '#platform/web/rich.ts';
import { getPublicConfig } from '#platform/config-contract.ts';
import { useEndpoint } from '#platform/web/query.ts';
import { Money } from '#platform/web/ui/money.tsx';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { computeFormCost } from './campaign-cost.ts';
import type { CampaignFormValues } from '../campaign-form-values.ts';
import classes from './cost-card.module.css';

export function CostCard({ values, children }: { values: CampaignFormValues; children: ReactNode }) {
  const config = useEndpoint(getPublicConfig);
  const cost = config.data ? computeFormCost(values, config.data.feePercent) : null;
  return (
    <Panel title={t('What you will pay')} sticky>
      {config.isError ? (
        <p className={classes.note}>
          {t('The platform fee could not be loaded.')}{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void config.refetch()}>
            {t('Try again')}
          </Button>
        </p>
      ) : null}
      {cost && config.data ? (
        <dl className={classes.lines} aria-live="polite">
          <Line
            name={rich(
              '<money></money> × {places, plural, one {# marketer} other {# marketers}}',
              { money: <Money amount={cost.placeCents} short /> },
              { places: cost.places },
            )}
          >
            <Money amount={cost.payCents} />
          </Line>
          <Line name={t('Platform fee ({feePercent}%)', { feePercent: config.data.feePercent })}>
            <Money amount={cost.feeCents} />
          </Line>
          <Line name={t('Total, held in escrow')} isTotal>
            <Money amount={cost.totalCents} />
          </Line>
        </dl>
      ) : (
        <p className={classes.note}>{t('Enter the pay and number of marketers to see the total.')}</p>
      )}
      <p className={classes.info}>
        <IconInfoCircle size={18} aria-hidden />
        {t(
          'Nothing is charged until you fund it on the next screen. Marketers are paid only when their proof is approved.',
        )}
      </p>
      <div className={classes.buttons}>{children}</div>
    </Panel>
  );
}

interface LineProps {
  name: ReactNode;
  isTotal?: boolean;
  children: ReactNode;
}

export function Line({ name, isTotal = false, children }: LineProps) {
  return (
    <div className={classes.line} data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Lines({ children }: { children: ReactNode }) {
  return <dl className={classes.lines}>{children}</dl>;
}
