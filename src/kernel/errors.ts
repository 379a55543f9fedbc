import { z } from 'zod';

/**
 * Everything that the server may refuse, with its status and the text a person reads. One catalogue: `refuse` and
 * the endpoints' `refusals` are typed from it, so that a forgotten or misspelt code does not compile.
 */
export const refusals = {
  // Every call
  'request/invalid': [400, 'Some of what you sent is not valid. Please check the marked fields.'],
  'request/malformed': [400, 'The request could not be read.'],
  'request/too-large': [413, 'The request is too large.'],
  'request/unsupported-type': [415, 'This content type is not accepted here.'],
  'request/cross-site': [403, 'This request came from another site and was refused.'],
  'request/too-many': [429, 'Too many attempts. Please wait a moment and try again.'],
  'request/not-found': [404, 'There is nothing at this address.'],
  'server/busy': [503, 'The service is starting or too busy. Please try again in a moment.'],
  'server/bug': [500, 'Something went wrong on our side. Please try again.'],
  // Who is calling
  'auth/required': [401, 'Please sign in to continue.'],
  'auth/forbidden': [403, 'Your account type may not do this.'],
  'auth/recent-required': [403, 'Please confirm that it is you: sign in again to change this.'],
  'auth/second-factor-required': [403, 'Please confirm with your second factor to continue.'],
  'auth/type-required': [403, 'Please choose first whether you join as a marketer or an advertiser.'],
  'auth/wrong-code': [400, 'That code is not right. Please check the email and try again.'],
  'auth/code-expired': [410, 'That code or link has expired or was used. Please ask for a new one.'],
  'auth/no-pending': [400, 'There is no sign-in waiting in this browser. Please enter your email again.'],
  'auth/resend-too-soon': [429, 'Please wait a minute before asking for another email.'],
  'auth/type-chosen': [409, 'Your account type is already chosen.'],
  'auth/type-same': [409, 'Your account is of this type already.'],
  'auth/type-tied': [409, 'Your account type cannot change while campaigns, work or money belong to it.'],
  'auth/type-of-admin': [403, 'An administrator’s account keeps its type.'],
  'auth/suspended': [403, 'This account is suspended. Please contact support.'],
  'auth/session-not-found': [404, 'This session does not exist or has ended already.'],
  'auth/too-many-codes': [429, 'Too many wrong codes. Please wait a while, or use a passkey.'],
  'auth/passkey-refused': [400, 'That passkey did not work. Please try again.'],
  'auth/second-factor-not-found': [404, 'This second factor does not exist.'],
  'auth/second-factor-exists': [409, 'You already have one of these. Please remove it first.'],
  'auth/second-factor-none': [409, 'Please add a passkey or an authenticator app first.'],
  'auth/second-factor-last': [
    409,
    'Administrators need a second factor. Please add another one before you remove the last.',
  ],
  'auth/google-unavailable': [503, 'Sign-in with Google is not set up here. Please use your email.'],
  // Profile and compliance
  'profile/under-age': [422, 'You must be 18 or older to use Promenade.'],
  'profile/wallet-email-missing': [422, 'PayPal Email Required'],
  'compliance/incomplete': [
    403,
    'Before you take part, please confirm your age, the terms and the privacy policy.',
  ],
  'compliance/location-consent': [403, 'Before you take part, please allow location sharing for campaigns.'],
  'social/not-found': [404, 'This account is not connected.'],
  'social/handle-taken': [409, 'Somebody else has shown that this account is theirs.'],
  'social/decided': [409, 'This account has already been checked.'],
  'social/changed': [
    409,
    'This account was handed in again after you looked at it. Please look at the new one first.',
  ],
  'social/own': [403, 'Your own account is checked by another administrator.'],
  // Uploads and KYC
  'upload/too-large': [413, 'This file is too large.'],
  'upload/wrong-type': [415, 'This kind of file is not accepted.'],
  'upload/not-found': [404, 'This upload does not exist or is not yours.'],
  'upload/incomplete': [409, 'This upload has not finished.'],
  'upload/claimed': [409, 'This file is already part of something you sent.'],
  'upload/offset': [
    409,
    'More or less of this file has arrived than you think. Please ask and go on from there.',
  ],
  'upload/protocol': [
    412,
    'Uploads speak tus 1.0.0: the header Tus-Resumable is missing or names another version.',
  ],
  'upload/too-many': [422, 'Too many of your files wait to be used. Please send or remove some first.'],
  'kyc/not-open': [409, 'Your verification is already with us or approved.'],
  'kyc/not-found': [404, 'There is no such verification.'],
  'kyc/decided': [409, 'This verification has already been decided.'],
  'kyc/changed': [
    409,
    'This verification was handed in again after you looked at it. Please look at the new one first.',
  ],
  'kyc/own': [403, 'Your own verification is decided by another administrator.'],
  // Teams
  'team/not-allowed': [403, 'Your role in this team does not allow that. Please ask its owner.'],
  'team/not-found': [404, 'You are not in this team.'],
  'team/member-not-found': [404, 'This person is not in your team.'],
  'team/member-exists': [409, 'This person is in your team already.'],
  'team/own-address': [422, 'This is your own address. Please enter the one of somebody else.'],
  'team/invited-already': [409, 'You have invited this address already. You can send the invitation again.'],
  'team/full': [409, 'A team has at most 50 people, open invitations included.'],
  'team/invitation-not-found': [404, 'This invitation does not exist.'],
  'team/invitation-over': [
    410,
    'This invitation is no longer valid. Please ask whoever sent it for a new one.',
  ],
  'team/other-address': [
    403,
    'This invitation was sent to another address. Please sign in with the one that received it.',
  ],
  'team/not-for-type': [
    409,
    'A team takes advertisers only, and this is a marketer account. Please ask to be invited at another address.',
  ],
  // Campaigns
  'campaign/not-found': [404, 'This campaign does not exist.'],
  'campaign/not-draft': [409, 'Only a draft can be changed.'],
  'campaign/incomplete': [422, 'Please fill in all required fields for the selected campaign type.'],
  'campaign/start-passed': [422, 'The start time must lie in the future.'],
  'campaign/not-active': [409, 'This campaign is not active.'],
  'campaign/full': [409, 'Campaign Full'],
  'campaign/already-funded': [409, 'Campaign Already Funded!'],
  'campaign/payment-method': [422, 'Only payment by PayPal is possible at the moment.'],
  'campaign/outside-tier': [422, 'The pay per post lies outside the range of the chosen tier.'],
  // Applications
  'application/not-found': [404, 'This application does not exist.'],
  'application/exists': [409, 'You have already applied to this campaign.'],
  'application/decided': [409, 'This application has already been decided.'],
  'application/overlap': [409, 'You already hold an approved campaign at that time.'],
  'application/not-available': [
    409,
    'This marketer cannot take part at the moment. They can be approved once they can again.',
  ],
  'application/session-begun': [409, 'The work has begun, so this application can no longer be withdrawn.'],
  'application/over': [409, 'This campaign is over, so there is nothing to withdraw from any more.'],
  'application/paused': [403, 'You cannot apply at the moment: you have three strikes within 30 days.'],
  'application/followers': [403, 'This campaign asks for another number of followers than yours.'],
  'application/places-left': [409, 'There are places left: this applicant can be approved right away.'],
  'application/nothing-to-confirm': [409, 'There is nothing to confirm for this work now.'],
  'search/not-found': [404, 'This saved search does not exist.'],
  'search/name-taken': [409, 'You have a saved search of this name. Please choose another one.'],
  'search/too-many': [409, 'You can keep 20 searches. Please delete one first.'],
  'application/never-approved': [409, 'There is a calendar entry only for work that was approved.'],
  'strike/not-found': [404, 'This strike does not exist.'],
  'strike/appealed': [409, 'You have already appealed against this strike.'],
  'strike/appeal-too-late': [409, 'A strike can be appealed against within five days.'],
  'strike/not-appealed': [409, 'Nobody has appealed against this strike.'],
  'strike/decided': [409, 'This appeal has already been decided.'],
  // Tracking
  'session/not-found': [404, 'This session does not exist.'],
  'session/not-approved': [403, 'Only an approved applicant can start tracking this campaign.'],
  'session/outside-window': [
    409,
    'Tracking opens 30 minutes before the start and closes when the campaign ends.',
  ],
  'session/running-elsewhere': [409, 'You have a running session in another campaign. Stop it first.'],
  'session/none-running': [409, 'There is no running session for this campaign.'],
  'session/closed': [409, 'This session is closed: no more positions are taken for it.'],
  'session/not-disputed': [
    403,
    'Administrators see exact positions only for an open dispute about this work. Please name it.',
  ],
  // Proofs
  'proof/not-found': [404, 'This proof does not exist.'],
  'proof/not-approved': [403, 'Only an approved applicant can send proof for this campaign.'],
  'proof/exists': [409, 'Your proof for this campaign is already with the advertiser.'],
  'proof/used-up': [409, 'After a rejection one new proof can be sent, and yours was rejected as well.'],
  'proof/too-late': [409, 'The deadline for proof of this campaign has passed.'],
  'proof/too-early': [409, 'Proof can be sent once the campaign has begun.'],
  'proof/missing-media': [422, 'This campaign asks for more than you attached.'],
  'proof/missing-presence': [422, 'This campaign asks for at least one position inside its area.'],
  'proof/session-running': [409, 'Please stop tracking before you send your proof.'],
  'proof/decided': [409, 'This proof has already been decided.'],
  'proof/disputed': [409, 'You disputed the rejection of your proof, so no new one can be sent.'],
  // Disputes
  'dispute/not-found': [404, 'This dispute does not exist.'],
  'dispute/exists': [409, 'You have already disputed a rejection of this work.'],
  'dispute/not-rejected': [409, 'Only a rejected proof can be disputed.'],
  'dispute/superseded': [
    409,
    'You have sent a new proof for this work, so this one can no longer be disputed.',
  ],
  'dispute/too-late': [409, 'A rejection can be disputed within seven days.'],
  'dispute/decided': [409, 'This dispute has already been decided.'],
  // Money
  'payment/amount-differs': [422, 'The amount does not match what this campaign costs.'],
  'payment/order-not-found': [404, 'This payment order does not exist.'],
  'payment/not-approved': [409, 'The payment has not been approved in the wallet yet.'],
  'payment/declined': [422, 'The wallet declined the payment. Please choose another way to pay there.'],
  'payment/pending': [409, 'The wallet has the payment under review. We continue as soon as it is complete.'],
  'payment/not-captured': [409, 'This payment has not been completed.'],
  'payment/used': [409, 'This payment has already funded a campaign.'],
  'payment/provider-refused': [502, 'There was an error processing your payment. Please try again.'],
  'payment/provider-unknown': [
    502,
    'The wallet has not answered yet. Nothing is lost: we check again and show the result here.',
  ],
  'payment/not-found': [404, 'This payment does not exist.'],
  'payment/not-completed': [409, 'There is a receipt only once the payment has arrived.'],
  'payment/disputed': [
    409,
    'The advertiser’s payment is disputed at the wallet. Nothing of this campaign can be paid until that is settled.',
  ],
  'payment/escrow-short': [409, 'What is left in this campaign’s escrow does not cover this payment.'],
  'payment/not-refundable': [
    409,
    'The wallet can no longer give that much of this payment back. An administrator has to return it in another way.',
  ],
  'payment/not-retryable': [409, 'Only what has failed or come back can be sent again, and only once.'],
  // Administration
  'payment/reconciliation-running': [
    409,
    'The books are being compared already. Please wait for the result.',
  ],
  'account/not-found': [404, 'This account does not exist.'],
  'account/open-matters': [409, 'This account cannot be deleted while money or work is open.'],
  'account/own': [409, 'You cannot do this to your own account.'],
  'account/not-handed-in': [409, 'Nobody is verified without documents, and this person has none with us.'],
  'account/asked-already': [409, 'This person was asked today. Please give them until tomorrow.'],
  'account/last-admin': [409, 'This is the last administrator. Please make somebody else one first.'],
  'account/listed-admin': [
    409,
    'The setting ADMIN_EMAILS names this address and would make it an administrator again. Please take it out there first.',
  ],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type RefusalCode = keyof typeof refusals;

/** The one shape of every error answer. `fields` maps a field's path to what is wrong with it. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The present state of the object, where a decision came too late (decisions.md 6.2). */
  state: z.string().optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export interface RefusalDetails {
  /** Instead of the catalogue's text, where it can say more. */
  message?: string;
  fields?: Record<string, string>;
  state?: string;
  /** For the Retry-After header. */
  retryAfterSeconds?: number;
}

/** An expected no. Thrown by rules and services, answered by the one error handler, never logged as a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: RefusalCode, details: RefusalDetails = {}) {
    super(details.message ?? refusals[code][1]);
    this.name = 'Refusal';
    this.code = code;
    this.status = refusals[code][0];
    this.details = details;
  }
}

/** `throw refuse('campaign/full')` */
export function refuse(code: RefusalCode, details?: RefusalDetails): Refusal {
  return new Refusal(code, details);
}

/** zod's issues as the error shape's `fields`: the first text for each path. */
export function fieldsOf(error: z.ZodError): Record<string, string> {
  const texts = new Map<string, string>();
  for (const issue of error.issues.flatMap(nearestBranch)) {
    const path = issue.path.join('.');
    const unrecognised = issue.code === 'unrecognized_keys' ? issue.keys : [];
    for (const key of unrecognised) texts.set(path ? `${path}.${key}` : key, 'This field is not known here');
    const name = path || 'body';
    if (unrecognised.length === 0 && !texts.has(name)) texts.set(name, issue.message);
  }
  // fromEntries also makes a plain field of a key named __proto__, where an assignment would be lost.
  return Object.fromEntries(texts);
}

/** Of a union that nothing matched, the issues of the branch that came closest: the others would only confuse. */
function nearestBranch(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const branches = issue.errors.map((branch) => branch.flatMap(nearestBranch));
  const [nearest = []] = branches.toSorted((one, other) => fieldsAtFault(one) - fieldsAtFault(other));
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** A long list of wrong positions is one field at fault, not hundreds. */
function fieldsAtFault(issues: readonly z.core.$ZodIssue[]): number {
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [issue.path[0] ?? ''],
  );
  return new Set(names).size;
}
