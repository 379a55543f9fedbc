import { Anchor } from '@mantine/core';
import { t } from '#kernel/text.ts';

/** A test compares them with the help pages. */
export const helpPaths = {
  disputes: '/help#disputes',
  identityCheck: '/help#identity-check',
  proofReview: '/help/advertisers#review-time',
  rejectedProof: '/help/marketers#rejected-proof',
  strikes: '/help/marketers#strikes',
  undecidedProof: '/help/marketers#review-time',
  waitingPayout: '/help/marketers#waiting-payout',
} as const;

interface HelpLinkProps {
  to: keyof typeof helpPaths;
  children?: string;
}

/** In another tab, so that nothing on the screen is lost. */
export function HelpLink({ to, children = t('How this works') }: HelpLinkProps) {
  return (
    <Anchor href={helpPaths[to]} target="_blank" rel="noreferrer" size="sm" underline="always">
      {children}
    </Anchor>
  );
}
