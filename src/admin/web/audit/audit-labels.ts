import type { AuditAction, AuditFamily } from '#platform/audit-contract.ts';
import type { AuditEntry } from '../../audit-contract.ts';

/** The predicate of each action, after its actor's name. {object} is the person affected. */
const sentences: Readonly<Record<AuditAction, string>> = {
  'account.confirmed': 'confirmed it was them',
  'account.deleted': 'deleted the account of {object}',
  'account.exported': 'downloaded a copy of their data',
  'account.reactivated': 'reactivated {object}',
  'account.sign-in-begun': 'started signing in, second factor pending',
  'account.signed-in': 'signed in',
  'account.suspended': 'suspended {object}',
  'account.viewed': 'viewed the account of {object}',
  'audit.expired': 'deleted entries older than seven years',
  'audit.exported': 'exported this log',
  'campaign.closed': 'closed a campaign',
  'campaign.paused': 'paused a campaign',
  'campaign.resumed': 'resumed a campaign',
  'campaign.completed': 'completed a campaign',
  'campaign.funded': 'funded a campaign',
  'consent.given': 'gave consent',
  'consent.withdrawn': 'withdrew consent',
  'conversation.report-dismissed': 'dismissed a report about a conversation',
  'conversation.report-resolved': 'resolved a report about a conversation',
  'conversation.reported': 'reported a conversation',
  'conversation.viewed': 'read a conversation between a marketer and an advertiser',
  'debt.written-off': 'wrote off a debt of an advertiser',
  'demo-world.begun': 'started building the demo world',
  'demo-world.finished': 'finished building the demo world',
  'dispute.agreed': 'accepted a proposal in a dispute',
  'dispute.answered': 'answered a dispute',
  'dispute.escalated': 'handed a dispute to the administrators',
  'dispute.opened': 'disputed a decision about a proof',
  'dispute.proposed': 'made a proposal in a dispute',
  'dispute.rejected': 'rejected a dispute',
  'dispute.split': 'split the pay in a dispute',
  'dispute.upheld': 'upheld a dispute',
  'identity.linked': 'linked a Google account',
  'identity.unlinked': 'unlinked their Google account',
  'kit-addresses.viewed': 'viewed the delivery addresses of a campaign’s marketers',
  'kyc-document.viewed': 'viewed an identity document of {object}',
  'kyc-numbers.viewed': 'viewed the identity numbers of {object}',
  'kyc-record.listed': 'viewed the identity check of {object}',
  'kyc.approved': 'approved the identity check of {object}',
  'kyc.erased': 'erased the identity check of {object}',
  'kyc.rejected': 'rejected the identity check of {object}',
  'kyc.taken-back': 'restarted the identity check of {object} for another user type',
  'listing.hidden': 'hid their profile from the marketer list',
  'listing.shown': 'showed their profile in the marketer list',
  'live-tracking.viewed': 'viewed the live positions of a campaign’s marketers',
  'payout.retried': 'retried a payout',
  'payout.sent': 'sent a payout',
  'proof.approved': 'approved a proof',
  'proof.tipped': 'tipped for a proof',
  'proof.asked-again': 'asked to send a proof again',
  'proof.rejected': 'rejected a proof',
  'rating.hidden': 'hid the words of a rating',
  'rating.shown': 'showed the hidden words of a rating',
  'reconciliation.run': 'ran a reconciliation',
  'recovery-code.used': 'used a recovery code',
  'recovery-codes.renewed': 'generated new recovery codes',
  'refund.retried': 'retried a refund',
  'refund.sent': 'sent a refund',
  'role.changed': 'changed the user type of {object}',
  'role.granted': 'made {object} an administrator',
  'role.revoked': 'removed administrator access from {object}',
  'second-factor.added': 'added a second factor',
  'second-factor.guessed': 'entered too many wrong second factor codes',
  'second-factor.removed': 'removed a second factor',
  'second-factor.renamed': 'renamed a second factor',
  'second-factor.reset': 'reset the second factors of {object}',
  'session.ended': 'signed out one of their devices',
  'sessions.ended': 'signed out all their other devices',
  'shortfall.covered': 'paid approved work with the platform’s money',
  'social-account.approved': 'approved a social media account of {object}',
  'social-account.declared': 'added a social media account',
  'social-account.disconnected': 'disconnected a social media account',
  'social-account.rejected': 'rejected a social media account of {object}',
  'social-account.submitted': 'submitted a social media account for review',
  'strike.appealed': 'appealed a strike',
  'strike.lifted': 'lifted a strike',
  'strike.upheld': 'upheld a strike',
  'team.invited': 'invited a team member',
  'team.invited-again': 'resent a team invitation',
  'team.joined': 'joined the team of {object}',
  'team.left': 'left the team of {object}',
  'team.removed': 'removed {object} from their team',
  'team.role-changed': 'changed the team role of {object}',
  'team.uninvited': 'withdrew a team invitation',
  'track.viewed': 'viewed the exact route of a tracking session for a dispute',
  'type.chosen': 'chose their user type',
  'verification.asked': 'requested documents from {object}',
  'wallet.connected': 'connected a wallet',
  'wallet.disconnected': 'disconnected a wallet',
  'webhook.viewed': 'read a webhook',
};

/**
 * Returns a sentence such as 'Ada Moreno suspended Bo Field'. If the action is unknown, it shows its code.
 */
export function formatAuditEntry({ actor, action, object, actorRole }: AuditEntry): string {
  const who = actor?.name ?? (actorRole === 'platform' ? 'The platform' : 'Unknown user');
  const isOwn = actor !== null && actor.id === object.id;
  const whom = isOwn ? 'themselves' : (object.name ?? `${object.kind} ${object.id}`);
  const known = isAuditAction(action) ? sentences[action] : undefined;
  // Says 'deleted their own account' instead of 'deleted the account of themselves'.
  const said = isOwn ? known?.replace(/the ([a-z ]+) of \{object\}/, 'their own $1') : known;
  return said ? `${who} ${said.replace('{object}', whom)}` : `${who}: ${action}, ${whom}`;
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(sentences, action);
}

/** Production has no demo world, so the filter does not offer it. */
type FilteredFamily = Exclude<AuditFamily, 'demo-world'>;

const familyLabels: Readonly<Record<FilteredFamily, string>> = {
  account: 'Accounts and sign-in',
  session: 'Device sign-outs',
  sessions: 'Bulk device sign-outs',
  role: 'Roles',
  type: 'User types chosen',
  'second-factor': 'Second factors',
  'recovery-code': 'Recovery codes used',
  'recovery-codes': 'Recovery codes generated',
  identity: 'Linked accounts',
  consent: 'Consents',
  kyc: 'Identity checks',
  'kyc-document': 'Document views',
  'kyc-numbers': 'ID number views',
  'kyc-record': 'Identity check views',
  verification: 'Document requests',
  listing: 'Marketer list',
  'social-account': 'Social media accounts',
  team: 'Teams',
  campaign: 'Campaigns',
  'live-tracking': 'Live tracking views',
  track: 'Exact position views',
  'kit-addresses': 'Delivery address views',
  proof: 'Proofs',
  dispute: 'Disputes',
  conversation: 'Conversations',
  strike: 'Strikes',
  rating: 'Ratings',
  payout: 'Payouts',
  refund: 'Refunds',
  shortfall: 'Unpaid work',
  debt: 'Debts',
  wallet: 'Wallets',
  webhook: 'Webhooks',
  reconciliation: 'Reconciliation',
  audit: 'Audit log exports',
};

export const actionFamilies = Object.entries(familyLabels).map(([value, label]) => ({ value, label }));
