import type { AuditAction, AuditFamily } from '#platform/audit-contract.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import type { AuditEntry } from '../../audit-contract.ts';

/**
 * The predicate of each action, after its actor's name. {object} is the person affected, and {campaign} the campaign.
 * A sentence without it ends with the campaign, if there is one.
 */
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
  'campaign.closed': 'closed {campaign}',
  'campaign.paused': 'paused {campaign}',
  'campaign.resumed': 'resumed {campaign}',
  'campaign.completed': 'completed {campaign}',
  'campaign.funded': 'funded {campaign}',
  'consent.given': 'gave consent',
  'consent.withdrawn': 'withdrew consent',
  'conversation.report-dismissed': 'dismissed a report about a conversation',
  'conversation.report-resolved': 'resolved a report about a conversation',
  'conversation.reported': 'reported a conversation',
  'conversation.viewed': 'read a conversation between a marketer and an advertiser',
  'debt.written-off': 'wrote off a debt of an advertiser',
  'demo-world.begun': 'started building the demo world',
  'demo-world.finished': 'finished building the demo world',
  'dispute.agreed': 'accepted a proposal in a dispute with {object}',
  'dispute.answered': 'answered a dispute with {object}',
  'dispute.escalated': 'handed a dispute with {object} to the administrators',
  'dispute.opened': 'disputed a decision about a proof by {object}',
  'dispute.proposed': 'made a proposal in a dispute with {object}',
  'dispute.rejected': 'rejected a dispute with {object}',
  'dispute.split': 'split the pay in a dispute with {object}',
  'dispute.upheld': 'upheld a dispute with {object}',
  'identity.linked': 'linked a Google account',
  'identity.unlinked': 'unlinked their Google account',
  'kit-addresses.viewed': 'viewed the delivery addresses of the marketers of {campaign}',
  'kyc-document.viewed': 'viewed an identity document of {object}',
  'kyc-numbers.viewed': 'viewed the identity numbers of {object}',
  'kyc-record.listed': 'viewed the identity check of {object}',
  'kyc.approved': 'approved the identity check of {object}',
  'kyc.erased': 'erased the identity check of {object}',
  'kyc.rejected': 'rejected the identity check of {object}',
  'kyc.taken-back': 'restarted the identity check of {object} for another user type',
  'listing.hidden': 'hid their profile from the marketer list',
  'listing.shown': 'showed their profile in the marketer list',
  'live-tracking.viewed': 'viewed the live positions of the marketers of {campaign}',
  'payout.retried': 'retried a payout to {object}',
  'payout.sent': 'sent a payout to {object}',
  'proof.approved': 'approved a proof by {object}',
  'proof.tipped': 'tipped {object} for a proof',
  'proof.asked-again': 'asked {object} to send a proof again',
  'proof.rejected': 'rejected a proof by {object}',
  'rating.hidden': 'hid the words of a rating',
  'rating.shown': 'showed the hidden words of a rating',
  'report-link.created': 'created a link to a report',
  'report-link.token-replaced': 'renewed a link to a report',
  'report-link.revoked': 'revoked a link to a report',
  'footfall.set': 'set the assumed passers-by of {campaign}',
  'billing.changed': 'changed the invoice details of a business',
  'invoice.credited': 'issued a credit note',
  'invoice.issued': 'issued an invoice',
  'footfall.removed': 'removed the assumed passers-by of {campaign}',
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

/** A piece of a sentence. A name leads to the user or the campaign, unless they no longer exist. */
export interface AuditWords {
  text: string;
  to?: string;
  isName?: boolean;
}

/**
 * Returns a sentence such as 'Ada Moreno suspended Bo Field', in pieces. If the action is unknown, it shows its code.
 */
export function splitAuditEntry(entry: AuditEntry): AuditWords[] {
  const { actor, action, object, actorRole } = entry;
  const who: AuditWords = actor
    ? toPerson(actor)
    : { text: actorRole === 'platform' ? 'The platform' : 'Unknown user', isName: true };
  const known = isAuditAction(action) ? sentences[action] : undefined;
  if (!known) return [who, { text: `: ${action}, ` }, toObject(entry)];
  const isOwn = actor !== null && actor.id === object.id;
  // Says 'deleted their own account' instead of 'deleted the account of themselves'.
  const own = isOwn ? known.replace(/the ([a-z ]+) of \{object\}/, 'their own $1') : known;
  const said = actor !== null && entry.person?.id === actor.id ? leaveOutParty(own) : own;
  const whole = entry.campaign && !said.includes('{campaign}') ? `${said} for {campaign}` : said;
  return [
    who,
    { text: ' ' },
    ...whole
      .split(/(\{[a-z]+\})/)
      .filter(Boolean)
      .map(fill),
  ];

  function fill(piece: string): AuditWords {
    if (piece === '{campaign}') return toCampaign(entry);
    if (piece !== '{object}') return { text: piece };
    return isOwn ? { text: 'themselves' } : toObject(entry);
  }
}

/** Returns the sentence for a marketer who acts in their own matter: 'answered a dispute' without 'with Bo Field'. */
function leaveOutParty(sentence: string): string {
  return sentence.replace(' with {object}', '').replace('a proof by {object}', 'their own proof');
}

function toPerson({ id, name }: { id: string; name: string }): AuditWords {
  return name === DELETED_ACCOUNT
    ? { text: name, isName: true }
    : { text: name, isName: true, to: `/admin?user=${id}` };
}

function toObject({ object: { kind, id, name }, person }: AuditEntry): AuditWords {
  if (person) return toPerson(person);
  return name === null ? { text: `${kind} ${id}` } : toPerson({ id, name });
}

function toCampaign({ campaign }: AuditEntry): AuditWords {
  return campaign
    ? { text: `“${campaign.title}”`, isName: true, to: `/campaigns/${campaign.id}` }
    : { text: 'a campaign' };
}

const DELETED_ACCOUNT = 'Deleted account';

/** Returns the details in words: '$36.00' for 3600 cents, and 'fee' for 'feeCents'. */
export function formatAuditDetail({ name, value }: AuditEntry['details'][number]): string {
  const isMoney = name.endsWith('Cents') && /^-?\d+$/.test(value);
  const words = name.replace(/Cents$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words}: ${isMoney ? formatMoney(Number(value)) : value}`;
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
  footfall: 'Assumed passers-by',
  dispute: 'Disputes',
  conversation: 'Conversations',
  strike: 'Strikes',
  rating: 'Ratings',
  payout: 'Payouts',
  refund: 'Refunds',
  billing: 'Invoice details',
  invoice: 'Invoices',
  shortfall: 'Unpaid work',
  debt: 'Debts',
  wallet: 'Wallets',
  webhook: 'Webhooks',
  reconciliation: 'Reconciliation',
  'report-link': 'Links to reports',
  audit: 'Audit log exports',
};

export const actionFamilies = Object.entries(familyLabels).map(([value, label]) => ({ value, label }));
