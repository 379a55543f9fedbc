import { useState } from 'react';
import { listCampaigns } from '#campaigns/contract.ts';
import { useClock } from '#platform/web/clock.ts';
import { StatusBadge } from '#platform/web/ui/states/status-badge.tsx';
import { MarketerDashboard } from '../pages/marketer/dashboard.tsx';
import { GigsNearYou } from '../pages/marketer/gigs-near-you.tsx';
import { DemoStage } from './demo-stage.tsx';
import { marketerAnswers, marketerUser } from './marketer-answers.ts';
import { SocialAccountsDemo } from './social-accounts-demo.tsx';

interface MarketerDemoProps {
  /** If set, the gigs are this site's newest campaigns instead of samples. */
  hasRealGigs?: boolean;
}

export function MarketerDemo({ hasRealGigs = false }: MarketerDemoProps) {
  const clock = useClock();
  const [answers] = useState(() => marketerAnswers(clock.now()));
  return (
    <DemoStage
      answers={answers}
      {...(hasRealGigs ? { passes: [listCampaigns] } : {})}
      prompt="Sign in as a marketer to see campaigns you can apply to."
    >
      <MarketerDashboard
        user={marketerUser}
        badge={<StatusBadge tone="accent">Demo user</StatusBadge>}
        social={<SocialAccountsDemo />}
        {...(hasRealGigs
          ? { gigs: <GigsNearYou place={null} userType={null} applications={undefined} /> }
          : {})}
      />
    </DemoStage>
  );
}
