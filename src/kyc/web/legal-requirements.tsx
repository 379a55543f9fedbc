import { IconCheck } from '@tabler/icons-react';
import { getLocale } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';
import classes from './kyc-page.module.css';

/** Returns the yearly payments from which tax information is needed: '$600'. */
export function formatThreshold({ taxThresholdDollars }: { taxThresholdDollars: number }): string {
  return `$${taxThresholdDollars.toLocaleString(getLocale())}`;
}

export function LegalRequirements() {
  const config = usePublicConfig();
  const requirements = [
    t('You must be 18 or older.'),
    t('Location consent is required for wearable campaigns.'),
    t('Your identity must be verified before payments are made.'),
    config
      ? t('Tax information is needed for payments above {amount} per year (US).', {
          amount: formatThreshold(config),
        })
      : t('Tax information is needed for payments (US).'),
    t('Records are typically kept for 7 years.'),
    t('Marketers are independent contractors.'),
  ];
  return (
    <Panel title={t('Legal requirements')} sticky>
      <ul className={classes.legal}>
        {requirements.map((requirement) => (
          <li key={requirement}>
            <IconCheck size={18} aria-hidden />
            {requirement}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
