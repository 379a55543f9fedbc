import { type Message, msg, t } from '#kernel/text.ts';
import type { AuditAction, AuditFamily } from '#platform/audit-contract.ts';
import { formatMoney } from '#platform/web/ui/money.tsx';
import type { AuditEntry } from '../../audit-contract.ts';
import { auditSentences, pieces } from './audit-sentences.ts';

/** A name links to the user or the campaign, unless they no longer exist. */
export interface AuditWords {
  text: string;
  to?: string;
  isName?: boolean;
}

/** 'Ada Moreno suspended Bo Field', in pieces. Shows the code of an unknown action. */
export function splitAuditEntry(entry: AuditEntry): AuditWords[] {
  const { actor, action, object, actorRole } = entry;
  const who: AuditWords = actor
    ? toPerson(actor)
    : { text: actorRole === 'platform' ? t('The platform') : t('Unknown user'), isName: true };
  const known = isAuditAction(action) ? auditSentences[action] : undefined;
  if (!known) return [who, { text: `: ${action}, ` }, toObject(entry)];
  const isOwn = actor !== null && actor.id === object.id;
  const isParty = actor !== null && actor.id === entry.person?.id;
  const said = t({
    text: known.text,
    values: { ...known.values, own: isOwn ? 'yes' : 'no', party: isParty ? 'yes' : 'no' },
  });
  const { campaign } = pieces;
  const whole =
    entry.campaign && !said.includes(campaign)
      ? t('{sentence} for {campaign}', { sentence: said, campaign })
      : said;
  return [
    who,
    { text: ' ' },
    ...whole
      .split(/(\{[a-z]+\})/)
      .filter(Boolean)
      .map(fill),
  ];

  function fill(piece: string): AuditWords {
    if (piece === pieces.campaign) return toCampaign(entry);
    if (piece !== pieces.object) return { text: piece };
    return isOwn ? { text: t('themselves') } : toObject(entry);
  }
}

function toPerson({ id, name }: { id: string; name: string }): AuditWords {
  return name === t('Deleted account')
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
    : { text: t('a campaign') };
}

/** '$36.00' for 3600 cents, and 'fee' for 'feeCents'. */
export function formatAuditDetail({ name, value }: AuditEntry['details'][number]): string {
  const isMoney = name.endsWith('Cents') && /^-?\d+$/.test(value);
  const words = name.replace(/Cents$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words}: ${isMoney ? formatMoney(Number(value)) : value}`;
}

function isAuditAction(action: string): action is AuditAction {
  return Object.hasOwn(auditSentences, action);
}

/** Production has no demo world, so the filter does not offer it. */
type FilteredFamily = Exclude<AuditFamily, 'demo-world'>;

const familyLabels: Readonly<Record<FilteredFamily, Message>> = {
  account: msg('Accounts and sign-in'),
  session: msg('Device sign-outs'),
  sessions: msg('Bulk device sign-outs'),
  role: msg('Roles'),
  type: msg('User types chosen'),
  'second-factor': msg('Second factors'),
  'access-token': msg('Access tokens'),
  'outgoing-webhook': msg('Outgoing webhooks'),
  'recovery-code': msg('Recovery codes used'),
  'recovery-codes': msg('Recovery codes generated'),
  identity: msg('Linked accounts'),
  consent: msg('Consents'),
  kyc: msg('Identity checks'),
  'kyc-document': msg('Document views'),
  'kyc-numbers': msg('ID number views'),
  'kyc-record': msg('Identity check views'),
  verification: msg('Document requests'),
  listing: msg('Marketer list'),
  'social-account': msg('Social media accounts'),
  team: msg('Teams'),
  campaign: msg('Campaigns'),
  'live-tracking': msg('Live tracking views'),
  track: msg('Exact position views'),
  'kit-addresses': msg('Delivery address views'),
  proof: msg('Proofs'),
  footfall: msg('Assumed passers-by'),
  dispute: msg('Disputes'),
  conversation: msg('Conversations'),
  strike: msg('Strikes'),
  rating: msg('Ratings'),
  payout: msg('Payouts'),
  refund: msg('Refunds'),
  billing: msg('Invoice details'),
  invoice: msg('Invoices'),
  shortfall: msg('Unpaid work'),
  debt: msg('Debts'),
  wallet: msg('Wallets'),
  webhook: msg('Webhooks'),
  reconciliation: msg('Reconciliation'),
  'report-link': msg('Links to reports'),
  audit: msg('Audit log exports'),
};

export const listActionFamilies = () =>
  Object.entries(familyLabels).map(([value, label]) => ({ value, label: t(label) }));
