import type { AuditAction, AuditFamily } from '#platform/audit-contract.ts';
import type { AuditEntry } from '../audit-contract.ts';

/** What an action reads as behind its actor's name; {object} is the person that it is about. */
const sentences: Readonly<Record<AuditAction, string>> = {
  'account.confirmed': 'confirmed that it was them',
  'account.deleted': 'deleted the account of {object}',
  'account.exported': 'took along a copy of their data',
  'account.reactivated': 'let {object} in again',
  'account.sign-in-begun': 'began to sign in, with the second factor still to come',
  'account.signed-in': 'signed in',
  'account.suspended': 'suspended {object}',
  'account.viewed': 'looked at the account of {object}',
  'audit.exported': 'exported this log',
  'campaign.closed': 'closed a campaign',
  'campaign.completed': 'completed a campaign',
  'campaign.funded': 'funded a campaign',
  'consent.given': 'gave their consent',
  'consent.withdrawn': 'withdrew their consent',
  'demo-world.begun': 'began the demo world',
  'demo-world.finished': 'finished the demo world',
  'dispute.opened': 'disputed a rejection',
  'dispute.rejected': 'rejected a dispute',
  'dispute.upheld': 'upheld a dispute',
  'identity.linked': 'linked a Google account',
  'identity.unlinked': 'unlinked their Google account',
  'kyc-document.viewed': 'looked at an identity document of {object}',
  'kyc-numbers.viewed': 'looked at the identity numbers of {object}',
  'kyc-record.listed': 'was shown the identity check of {object}',
  'kyc.approved': 'verified {object}',
  'kyc.erased': 'erased the identity check of {object}',
  'kyc.rejected': 'rejected the identity check of {object}',
  'kyc.taken-back': 'began the identity check of {object} anew, for another type',
  'listing.hidden': 'hid themselves from the list of marketers',
  'listing.shown': 'let themselves be found in the list of marketers',
  'live-tracking.viewed': 'looked at where a campaign’s marketers are',
  'payout.retried': 'sent a payout again',
  'payout.sent': 'sent a payout',
  'proof.approved': 'approved a proof',
  'proof.rejected': 'rejected a proof',
  'reconciliation.run': 'compared the books with the wallet’s',
  'recovery-code.used': 'used a recovery code',
  'recovery-codes.renewed': 'made new recovery codes',
  'refund.retried': 'sent a refund again',
  'refund.sent': 'sent a refund',
  'role.changed': 'changed the type of {object}',
  'role.granted': 'made {object} an administrator',
  'role.revoked': 'took the administration from {object}',
  'second-factor.added': 'set up a second factor',
  'second-factor.guessed': 'failed too often at a second factor',
  'second-factor.removed': 'removed a second factor',
  'second-factor.renamed': 'renamed a second factor',
  'second-factor.reset': 'took the second factors from {object}',
  'session.ended': 'signed out one of their devices',
  'sessions.ended': 'signed out all their other devices',
  'social-account.approved': 'approved a social media account of {object}',
  'social-account.declared': 'named a social media account',
  'social-account.disconnected': 'disconnected a social media account',
  'social-account.rejected': 'rejected a social media account of {object}',
  'social-account.submitted': 'handed in a social media account to be checked',
  'strike.appealed': 'appealed against a strike',
  'strike.lifted': 'lifted a strike',
  'strike.upheld': 'upheld a strike',
  'team.invited': 'invited somebody to their team',
  'team.invited-again': 'sent an invitation to their team again',
  'team.joined': 'joined the team of {object}',
  'team.left': 'left the team of {object}',
  'team.removed': 'took {object} out of their team',
  'team.role-changed': 'changed what {object} may do in their team',
  'team.uninvited': 'took an invitation to their team back',
  'track.viewed': 'looked at the exact way of a tracking session, for a dispute',
  'type.chosen': 'chose their type',
  'verification.asked': 'asked {object} for their documents',
  'wallet.connected': 'connected a wallet',
  'wallet.disconnected': 'disconnected a wallet',
  'webhook.viewed': 'read a notice of the wallet',
};

/** 'Ada Moreno suspended Bo Field'. What is not known here reads as its own name. */
export function sentenceOf({ actor, action, object, actorRole }: AuditEntry): string {
  const who = actor?.name ?? (actorRole === 'platform' ? 'The platform' : 'Somebody');
  const isOwn = actor !== null && actor.id === object.id;
  const whom = isOwn ? 'themselves' : (object.name ?? `${object.kind} ${object.id}`);
  const known = isAuditAction(action) ? sentences[action] : undefined;
  // 'deleted their own account', where 'the account of themselves' would stand.
  const said = isOwn ? known?.replace(/the ([a-z ]+) of \{object\}/, 'their own $1') : known;
  return said ? `${who} ${said.replace('{object}', whom)}` : `${who}: ${action}, ${whom}`;
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(sentences, action);
}

/** No demo world is made in production, so the filter does not offer it. */
type FilteredFamily = Exclude<AuditFamily, 'demo-world'>;

const familyLabels: Readonly<Record<FilteredFamily, string>> = {
  account: 'Accounts and sign-in',
  session: 'One device signed out',
  sessions: 'Devices signed out',
  role: 'Roles',
  type: 'Types chosen',
  'second-factor': 'Second factors',
  'recovery-code': 'Recovery codes used',
  'recovery-codes': 'Recovery codes made',
  identity: 'Linked accounts',
  consent: 'Consents',
  kyc: 'Identity checks',
  'kyc-document': 'Looks at documents',
  'kyc-numbers': 'Looks at numbers',
  'kyc-record': 'Looks at identity checks',
  verification: 'Documents asked for',
  listing: 'List of marketers',
  'social-account': 'Social media accounts',
  team: 'Teams',
  campaign: 'Campaigns',
  'live-tracking': 'Looks at live tracking',
  track: 'Looks at exact positions',
  proof: 'Proofs',
  dispute: 'Disputes',
  strike: 'Strikes',
  payout: 'Payouts',
  refund: 'Refunds',
  wallet: 'Wallets',
  webhook: 'Notices of the wallet',
  reconciliation: 'Reconciliation',
  audit: 'Exports of this log',
};

/** Options to filter by, in the order in which the filter shows them. */
export const actionFamilies = Object.entries(familyLabels).map(([value, label]) => ({ value, label }));
