import { IconCheck } from '@tabler/icons-react';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { usePublicConfig } from '#platform/web/use-public-config.ts';
import classes from './kyc-page.module.css';

export function LegalRequirements() {
  const config = usePublicConfig();
  const threshold = config ? ` above $${config.taxThresholdDollars.toLocaleString('en-US')} per year` : '';
  const requirements = [
    'You must be 18 or older.',
    'Location consent is required for wearable campaigns.',
    'Your identity must be verified before payments are made.',
    `Tax information is needed for payments${threshold} (US).`,
    'Records are typically kept for 7 years.',
    'Marketers are independent contractors.',
  ];
  return (
    <Panel title="Legal requirements" sticky>
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
