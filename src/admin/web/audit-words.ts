import type { AuditEntry } from '../audit-contract.ts';

/** What an action reads as behind its actor's name; {object} is the person that it is about. */
const sentences: Readonly<Record<string, string>> = {
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
  const known = sentences[action];
  // 'deleted their own account', where 'the account of themselves' would stand.
  const said = isOwn ? known?.replace(/the ([a-z ]+) of \{object\}/, 'their own $1') : known;
  return said ? `${who} ${said.replace('{object}', whom)}` : `${who}: ${action}, ${whom}`;
}

export function isKnownAction(action: string): boolean {
  return action in sentences;
}

/** Families to filter by: what stands before an action's point, in words. */
export const actionFamilies: readonly { value: string; label: string }[] = [
  { value: 'account', label: 'Accounts and sign-in' },
  { value: 'session', label: 'One device signed out' },
  { value: 'sessions', label: 'Devices signed out' },
  { value: 'role', label: 'Roles' },
  { value: 'type', label: 'Types chosen' },
  { value: 'second-factor', label: 'Second factors' },
  { value: 'recovery-code', label: 'Recovery codes used' },
  { value: 'recovery-codes', label: 'Recovery codes made' },
  { value: 'identity', label: 'Linked accounts' },
  { value: 'consent', label: 'Consents' },
  { value: 'kyc', label: 'Identity checks' },
  { value: 'kyc-document', label: 'Looks at documents' },
  { value: 'kyc-numbers', label: 'Looks at numbers' },
  { value: 'kyc-record', label: 'Looks at identity checks' },
  { value: 'verification', label: 'Documents asked for' },
  { value: 'listing', label: 'List of marketers' },
  { value: 'social-account', label: 'Social media accounts' },
  { value: 'team', label: 'Teams' },
  { value: 'campaign', label: 'Campaigns' },
  { value: 'live-tracking', label: 'Looks at live tracking' },
  { value: 'track', label: 'Looks at exact positions' },
  { value: 'proof', label: 'Proofs' },
  { value: 'dispute', label: 'Disputes' },
  { value: 'strike', label: 'Strikes' },
  { value: 'payout', label: 'Payouts' },
  { value: 'refund', label: 'Refunds' },
  { value: 'wallet', label: 'Wallets' },
  { value: 'webhook', label: 'Notices of the wallet' },
  { value: 'reconciliation', label: 'Reconciliation' },
  { value: 'audit', label: 'Exports of this log' },
];
