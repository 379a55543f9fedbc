import {
  CONFIRMATION_ASKED_BEFORE_MS,
  CONFIRMATION_PERIOD_MS,
  CONFIRMED_IF_APPROVED_BEFORE_MS,
  UNDO_PERIOD_MS,
} from '#applications/contract.ts';
import { ADDRESS_KEPT_MS } from '#applications/kit-contract.ts';
import {
  APPEAL_PERIOD_MS,
  APPLYING_PAUSE_MS,
  LATE_WITHDRAWAL_MS,
  STRIKE_LIFE_MS,
  STRIKE_WINDOW_MS,
  STRIKES_FOR_PAUSE,
  UNSEEN_APPROVAL_MS,
} from '#applications/strike-contract.ts';
import { CHALLENGE_LIFETIME_MS } from '#auth/contract.ts';
import { campaignWindow } from '#campaigns/contract.ts';
import { MAX_SPOT_CHECKS, MIN_WEARABLE_PAY_DOLLARS } from '#campaigns/limits-contract.ts';
import {
  AGREEMENT_PERIOD_MS,
  ANSWER_PERIOD_MS,
  APPROVAL_DISPUTE_PERIOD_MS,
  DECISION_PERIOD_MS,
  DISPUTE_PERIOD_MS,
  MAX_PROPOSALS,
} from '#disputes/contract.ts';
import { t } from '#kernel/text.ts';
import { MESSAGES_KEPT_MONTHS, WRITE_AFTER_END_MS } from '#messages/contract.ts';
import { MIN_TIP_CENTS } from '#payments/tip-contract.ts';
import { MINIMUM_AGE_YEARS, WALLET_EMAIL_HOLD_MS } from '#profiles/contract.ts';
import { FOLLOWERS_VALID_MS } from '#profiles/social-contract.ts';
import { MAX_PROOFS, REVIEW_PERIOD_MS } from '#proofs/contract.ts';
import { AMENDMENT_PERIOD_MS, STRONG_FROM } from '#proofs/decision-contract.ts';
import { TIP_PERIOD_MS } from '#proofs/tip-contract.ts';
import { ADMIN_PERIOD_MS, WEAK_BELOW } from '#proofs/weak-contract.ts';
import { BLIND_PERIOD_MS, RATING_PERIOD_MS } from '#ratings/contract.ts';
import { INVITATION_LIFETIME_MS, MAX_TEAM_PEOPLE } from '#teams/contract.ts';
import { FIXES_KEPT_MS, LIVE_WITHIN_MS, SILENCE_ENDS_SESSION_MS } from '#tracking/contract.ts';
import { SPOT_CHECK_MS } from '#tracking/spot-check-contract.ts';
import { factMarks, formatSpan } from '../../public-contract.ts';

const start = new Date(0);
const wearable = campaignWindow({ campaignType: 'wearable', startTime: start, durationMinutes: 0 });
const social = campaignWindow({ campaignType: 'social', startTime: start, durationMinutes: null });

export const getHelpFigures = () => ({
  minimumAge: `${MINIMUM_AGE_YEARS}`,
  /** The article replaces the mark, or the server in a prerendered page. */
  fee: factMarks.fee,
  minimumPay: `$${MIN_WEARABLE_PAY_DOLLARS}`,
  minimumTip: `$${MIN_TIP_CENTS / 100}`,
  tipPeriod: formatSpan(TIP_PERIOD_MS),
  codeLifetime: formatSpan(CHALLENGE_LIFETIME_MS),
  opensBefore: formatSpan(start.getTime() - wearable.opensAt.getTime()),
  closesAfter: formatSpan(wearable.closesAt.getTime() - start.getTime()),
  socialRuns: formatSpan(social.closesAt.getTime() - social.opensAt.getTime()),
  proofDueAfter: formatSpan(wearable.proofDueAt.getTime() - wearable.closesAt.getTime()),
  confirmedIfBefore: formatSpan(CONFIRMED_IF_APPROVED_BEFORE_MS),
  confirmationAsked: formatSpan(CONFIRMATION_ASKED_BEFORE_MS),
  confirmationPeriod: formatSpan(CONFIRMATION_PERIOD_MS),
  undoPeriod: formatSpan(UNDO_PERIOD_MS),
  lateWithdrawal: formatSpan(LATE_WITHDRAWAL_MS),
  unseenApproval: formatSpan(UNSEEN_APPROVAL_MS),
  strikeLife: formatSpan(STRIKE_LIFE_MS),
  strikesForPause: `${STRIKES_FOR_PAUSE}`,
  strikeWindow: formatSpan(STRIKE_WINDOW_MS),
  applyingPause: formatSpan(APPLYING_PAUSE_MS),
  appealPeriod: formatSpan(APPEAL_PERIOD_MS),
  addressKept: formatSpan(ADDRESS_KEPT_MS),
  strongReview: formatSpan(REVIEW_PERIOD_MS.strong),
  ordinaryReview: formatSpan(REVIEW_PERIOD_MS.ordinary),
  weakReview: formatSpan(REVIEW_PERIOD_MS.weak),
  adminReview: formatSpan(ADMIN_PERIOD_MS),
  strongShare: formatShare(STRONG_FROM),
  weakShare: formatShare(WEAK_BELOW),
  proofs: `${MAX_PROOFS}`,
  sendAgain: formatSpan(AMENDMENT_PERIOD_MS),
  disputeRejection: formatSpan(DISPUTE_PERIOD_MS),
  disputeApproval: formatSpan(APPROVAL_DISPUTE_PERIOD_MS),
  disputeAnswer: formatSpan(ANSWER_PERIOD_MS),
  disputeAgreement: formatSpan(AGREEMENT_PERIOD_MS),
  disputeDecision: formatSpan(DECISION_PERIOD_MS),
  disputeProposals: `${MAX_PROPOSALS}`,
  walletHold: formatSpan(WALLET_EMAIL_HOLD_MS),
  followersValid: formatSpan(FOLLOWERS_VALID_MS),
  positionsKept: formatSpan(FIXES_KEPT_MS),
  live: formatSpan(LIVE_WITHIN_MS),
  silence: formatSpan(SILENCE_ENDS_SESSION_MS),
  spotChecks: `${MAX_SPOT_CHECKS}`,
  spotCheck: formatSpan(SPOT_CHECK_MS),
  writeAfter: formatSpan(WRITE_AFTER_END_MS),
  messagesKept: t('{count} months', { count: MESSAGES_KEPT_MONTHS }),
  ratingPeriod: formatSpan(RATING_PERIOD_MS),
  ratingBlind: formatSpan(BLIND_PERIOD_MS),
  teamPeople: `${MAX_TEAM_PEOPLE}`,
  invitationLifetime: formatSpan(INVITATION_LIFETIME_MS),
});

export type HelpFigures = Readonly<Record<keyof ReturnType<typeof getHelpFigures>, string>>;

function formatShare(share: number): string {
  return `${Math.round(share * 100)}%`;
}
