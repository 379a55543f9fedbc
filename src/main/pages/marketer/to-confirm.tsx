import { useState } from 'react';
import { Link } from 'react-router';
import type { Application } from '#applications/contract.ts';
import { ApplicationActions } from '#applications/web/application-actions.tsx';
import { ApplicationNextStep } from '#applications/web/own/application-next-step.tsx';
import { formatOwnStatus } from '#applications/web/application-labels.ts';
import { noWork } from '#applications/web/own/work-labels.ts';
import { MINUTE } from '#kernel/time.ts';
import { useNow } from '#platform/web/clock.ts';
import { Panel } from '#platform/web/ui/layout/panel.tsx';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import classes from './marketer.module.css';

export function ToConfirm({ applications }: { applications: readonly Application[] }) {
  // A panel stays after its withdrawal dialog has opened, so that the marketer sees the result in place.
  const [keptIds, setKeptIds] = useState<readonly string[]>([]);
  const asked = applications.filter(({ id, can }) => can.confirm || keptIds.includes(id));
  if (asked.length === 0) return null;
  return (
    <div className={classes.panels} data-several={asked.length > 1 || undefined}>
      {asked.map((application) => (
        <PlaceToConfirm
          application={application}
          onAsking={() => setKeptIds([...keptIds, application.id])}
          key={application.id}
        />
      ))}
    </div>
  );
}

interface PlaceToConfirmProps {
  application: Application;
  onAsking: () => void;
}

function PlaceToConfirm({ application, onAsking }: PlaceToConfirmProps) {
  const { label, tone } = formatOwnStatus(application, noWork, useNow(MINUTE));
  return (
    <Panel
      title={
        <Link className={classes.plainLink} to={`/campaigns/${application.campaignId}`}>
          {application.campaign.title}
        </Link>
      }
      aside={<StatusBadge tone={tone}>{label}</StatusBadge>}
    >
      <div className={classes.row}>
        <div className={classes.words}>
          <ApplicationNextStep application={application} work={noWork} />
        </div>
        <ApplicationActions application={application} work={noWork} onAsking={onAsking} />
      </div>
    </Panel>
  );
}
