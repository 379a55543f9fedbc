import { adminDomain } from '#admin/domain.ts';
import { applicationsDomain } from '#applications/domain.ts';
import { authDomain } from '#auth/domain.ts';
import { campaignsDomain } from '#campaigns/domain.ts';
import { disputesDomain } from '#disputes/domain.ts';
import { generalRefusals, mergeDeclared } from '#kernel/domain.ts';
import { kycDomain } from '#kyc/domain.ts';
import { messagesDomain } from '#messages/domain.ts';
import { notificationsDomain } from '#notifications/domain.ts';
import { paymentsDomain } from '#payments/domain.ts';
import { platformDomain } from '#platform/domain.ts';
import { profilesDomain } from '#profiles/domain.ts';
import { proofsDomain } from '#proofs/domain.ts';
import { ratingsDomain } from '#ratings/domain.ts';
import { reportsDomain } from '#reports/domain.ts';
import { teamsDomain } from '#teams/domain.ts';
import { trackingDomain } from '#tracking/domain.ts';
import { uploadsDomain } from '#uploads/domain.ts';
import { webhooksDomain } from '#webhooks/domain.ts';

const domains = [
  platformDomain,
  authDomain,
  uploadsDomain,
  profilesDomain,
  teamsDomain,
  kycDomain,
  paymentsDomain,
  campaignsDomain,
  applicationsDomain,
  trackingDomain,
  proofsDomain,
  disputesDomain,
  messagesDomain,
  ratingsDomain,
  reportsDomain,
  notificationsDomain,
  webhooksDomain,
  adminDomain,
] as const;

/** Every refusal that the server can answer with. */
export const refusals = { ...generalRefusals, ...mergeDeclared(domains, 'refusals') };
export type RefusalCode = keyof typeof refusals;

export const objects = mergeDeclared(domains, 'objects');

export const limits = mergeDeclared(domains, 'limits');
