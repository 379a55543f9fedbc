import { z } from 'zod';

/**
 * Every refusal that the server can return, with its status and the message for the user. `refuse` and the
 * endpoints' `refusals` take their types from this list, so an unknown code does not compile.
 */
export const refusals = {
  // Any call
  'request/invalid': [400, 'Please check the highlighted fields.'],
  'request/malformed': [400, 'We couldn’t read this request.'],
  'request/too-large': [413, 'The request is too large.'],
  'request/unsupported-type': [415, 'This content type isn’t supported.'],
  'request/cross-site': [403, 'This request came from another site, so we blocked it.'],
  'request/too-many': [429, 'Too many attempts. Wait a moment and try again.'],
  'request/not-found': [404, 'There’s nothing at this address.'],
  'server/busy': [503, 'Promenade is too busy right now. Please try again in a moment.'],
  'server/bug': [500, 'Something went wrong on our side. Please try again.'],
  // Authentication and accounts
  'auth/required': [401, 'Please sign in to continue.'],
  'auth/forbidden': [403, 'Your account type doesn’t allow this.'],
  'auth/recent-required': [403, 'Please sign in again to confirm this change.'],
  'auth/second-factor-required': [403, 'Confirm with your second factor to continue.'],
  'auth/type-required': [403, 'Choose whether you’re a marketer or an advertiser first.'],
  'auth/wrong-code': [400, 'That code is incorrect. Check the email and try again.'],
  'auth/code-expired': [410, 'That code or link has expired or was already used. Request a new one.'],
  'auth/no-pending': [400, 'No sign-in is in progress in this browser. Enter your email again.'],
  'auth/resend-too-soon': [429, 'Wait a minute before you request another email.'],
  'auth/type-chosen': [409, 'You’ve already chosen your account type.'],
  'auth/type-same': [409, 'Your account already has this type.'],
  'auth/type-tied': [
    409,
    'You can’t change your account type while you have campaigns, work or money in it.',
  ],
  'auth/type-of-admin': [403, 'Administrators can’t change their account type.'],
  'auth/suspended': [403, 'This account is suspended. Contact support for help.'],
  'auth/session-not-found': [404, 'This session has already ended.'],
  'auth/too-many-codes': [429, 'Too many incorrect codes. Try again later or use a passkey.'],
  'auth/passkey-refused': [400, 'That passkey didn’t work. Please try again.'],
  'auth/second-factor-not-found': [404, 'We couldn’t find this second factor.'],
  'auth/second-factor-exists': [409, 'You already have one. Remove it before you add another.'],
  'auth/second-factor-none': [409, 'Add a passkey or an authenticator app first.'],
  'auth/second-factor-last': [
    409,
    'Administrators need a second factor. Add another one before you remove this one.',
  ],
  'auth/google-unavailable': [503, 'Sign-in with Google is unavailable. Use your email instead.'],
  // Profile and compliance
  'profile/under-age': [422, 'You must be 18 or older to use Promenade.'],
  'profile/wallet-email-missing': [422, 'PayPal Email Required'],
  'compliance/incomplete': [403, 'Confirm your age and accept the terms and privacy policy first.'],
  'compliance/location-consent': [403, 'Allow location sharing for campaigns first.'],
  'social/not-found': [404, 'This account isn’t connected.'],
  'social/handle-taken': [409, 'This account is already verified by another user.'],
  'social/decided': [409, 'This account has already been reviewed.'],
  'social/changed': [
    409,
    'This account was resubmitted while you were reviewing it. Review the new version first.',
  ],
  'social/own': [403, 'You can’t review your own account. Ask another administrator.'],
  // Uploads and KYC
  'upload/too-large': [413, 'This file is too large.'],
  'upload/wrong-type': [415, 'This file type isn’t supported.'],
  'upload/not-found': [404, 'We couldn’t find this upload.'],
  'upload/incomplete': [409, 'This upload hasn’t finished yet.'],
  'upload/claimed': [409, 'You’ve already used this file.'],
  'upload/offset': [
    409,
    'The upload offset doesn’t match the server’s. Request the current offset and resume from there.',
  ],
  'upload/protocol': [
    412,
    'Uploads use tus 1.0.0. The Tus-Resumable header is missing or has another version.',
  ],
  'upload/too-many': [422, 'You have too many unsent files. Send or remove some first.'],
  'kyc/not-open': [409, 'Your identity check is already in review or approved.'],
  'kyc/not-found': [404, 'We couldn’t find this identity check.'],
  'kyc/decided': [409, 'This identity check has already been decided.'],
  'kyc/changed': [
    409,
    'This identity check was resubmitted while you were reviewing it. Review the new version first.',
  ],
  'kyc/own': [403, 'You can’t decide on your own identity check. Ask another administrator.'],
  // Teams
  'team/not-allowed': [403, 'Your role in this team doesn’t allow this. Ask the team owner for access.'],
  'team/not-found': [404, 'You’re not in this team.'],
  'team/member-not-found': [404, 'This person isn’t in your team.'],
  'team/member-exists': [409, 'This person is already in your team.'],
  'team/own-address': [422, 'This is your own email. Enter another person’s email.'],
  'team/invited-already': [409, 'You’ve already invited this person. You can resend the invitation.'],
  'team/full': [409, 'Your team is full: 50 people, including open invitations.'],
  'team/invitation-not-found': [404, 'We couldn’t find this invitation.'],
  'team/invitation-over': [410, 'This invitation is no longer valid. Ask the sender for a new one.'],
  'team/other-address': [
    403,
    'This invitation was sent to another email. Sign in with that email to accept it.',
  ],
  'team/not-for-type': [
    409,
    'Only advertisers can join a team, and this is a marketer account. Ask for an invitation to another address.',
  ],
  // Campaigns
  'campaign/not-found': [404, 'We couldn’t find this campaign.'],
  'campaign/not-draft': [409, 'You can only edit drafts.'],
  'campaign/incomplete': [422, 'Please fill in all required fields for the selected campaign type.'],
  'campaign/start-passed': [422, 'The start time must be in the future.'],
  'campaign/not-active': [409, 'This campaign isn’t active.'],
  'campaign/full': [409, 'Campaign Full'],
  'campaign/already-funded': [409, 'Campaign Already Funded!'],
  'campaign/payment-method': [422, 'You can only pay with PayPal right now.'],
  'campaign/outside-tier': [422, 'The pay per post is outside the range of the selected tier.'],
  // Applications
  'application/not-found': [404, 'We couldn’t find this application.'],
  'application/exists': [409, 'You’ve already applied to this campaign.'],
  'application/decided': [409, 'This application has already been decided.'],
  'application/overlap': [409, 'You’re already approved for another campaign at that time.'],
  'application/not-available': [
    409,
    'This marketer isn’t available right now. You can approve them once they are.',
  ],
  'application/session-begun': [409, 'You can’t withdraw after the work has started.'],
  'application/over': [409, 'This campaign is over, so you can no longer withdraw.'],
  'application/paused': [403, 'You can’t apply right now because you have three strikes within 30 days.'],
  'application/followers': [403, 'Your follower count doesn’t match this campaign’s requirements.'],
  'application/places-left': [409, 'There are places left. You can approve this applicant now.'],
  'application/nothing-to-confirm': [409, 'There’s nothing to confirm for this campaign right now.'],
  'search/not-found': [404, 'We couldn’t find this saved search.'],
  'search/name-taken': [409, 'You already have a saved search with this name. Choose another name.'],
  'search/too-many': [409, 'You can save up to 20 searches. Delete one first.'],
  'application/never-approved': [409, 'Calendar entries are only available for approved applications.'],
  'strike/not-found': [404, 'We couldn’t find this strike.'],
  'strike/appealed': [409, 'You’ve already appealed this strike.'],
  'strike/appeal-too-late': [409, 'The five days to appeal this strike have passed.'],
  'strike/not-appealed': [409, 'This strike has no appeal.'],
  'strike/decided': [409, 'This appeal has already been decided.'],
  // Tracking
  'session/not-found': [404, 'We couldn’t find this session.'],
  'session/not-approved': [403, 'Only approved marketers can start tracking for this campaign.'],
  'session/outside-window': [409, 'You can track from 30 minutes before the start until the campaign ends.'],
  'session/running-elsewhere': [409, 'You’re tracking another campaign. Stop that session first.'],
  'session/none-running': [409, 'You have no running session for this campaign.'],
  'session/closed': [409, 'This session has ended and accepts no more positions.'],
  'session/not-disputed': [
    403,
    'You can only view exact positions for an open dispute about this work. Include its ID.',
  ],
  // Proofs
  'proof/not-found': [404, 'We couldn’t find this proof.'],
  'proof/not-approved': [403, 'Only approved marketers can submit proof for this campaign.'],
  'proof/exists': [409, 'You’ve already submitted proof for this campaign.'],
  'proof/used-up': [409, 'Your second proof was rejected, so you can’t submit another one.'],
  'proof/too-late': [409, 'The deadline for proof of this campaign has passed.'],
  'proof/too-early': [409, 'You can submit proof once the campaign has started.'],
  'proof/missing-media': [422, 'Some required files are missing. Attach them and try again.'],
  'proof/missing-presence': [422, 'This campaign requires at least one recorded position inside its area.'],
  'proof/session-running': [409, 'Stop tracking before you submit your proof.'],
  'proof/decided': [409, 'This proof has already been decided.'],
  'proof/disputed': [409, 'You can’t submit a new proof after disputing the rejection.'],
  // Disputes
  'dispute/not-found': [404, 'We couldn’t find this dispute.'],
  'dispute/exists': [409, 'You’ve already disputed a rejection of this work.'],
  'dispute/not-rejected': [409, 'You can only dispute a rejected proof.'],
  'dispute/superseded': [409, 'You’ve submitted a new proof, so you can no longer dispute this one.'],
  'dispute/too-late': [409, 'The seven days to dispute this rejection have passed.'],
  'dispute/decided': [409, 'This dispute has already been decided.'],
  // Money
  'payment/amount-differs': [422, 'The amount doesn’t match the cost of this campaign.'],
  'payment/order-not-found': [404, 'We couldn’t find this payment order.'],
  'payment/not-approved': [409, 'You haven’t approved this payment in your wallet yet.'],
  'payment/declined': [422, 'Your wallet declined the payment. Choose another payment method there.'],
  'payment/pending': [
    409,
    'Your payment is under review at your wallet. We’ll continue as soon as it’s complete.',
  ],
  'payment/not-captured': [409, 'This payment hasn’t been completed.'],
  'payment/used': [409, 'This payment has already funded a campaign.'],
  'payment/provider-refused': [502, 'There was an error processing your payment. Please try again.'],
  'payment/provider-unknown': [
    502,
    'Your wallet hasn’t responded yet. We’ll keep checking and show the result here.',
  ],
  'payment/not-found': [404, 'We couldn’t find this payment.'],
  'payment/not-completed': [409, 'The receipt is available once the payment arrives.'],
  'payment/disputed': [
    409,
    'The advertiser’s payment is disputed. Payments for this campaign are on hold until it’s resolved.',
  ],
  'payment/escrow-short': [409, 'This campaign’s escrow doesn’t cover this payment.'],
  'payment/not-refundable': [
    409,
    'The wallet can no longer refund this amount. An administrator must return it another way.',
  ],
  'payment/not-retryable': [409, 'You can only retry a failed or returned payment, and only once.'],
  // Administration
  'payment/reconciliation-running': [409, 'A reconciliation is already running. Wait for it to finish.'],
  'account/not-found': [404, 'We couldn’t find this account.'],
  'account/open-matters': [409, 'You can’t delete this account while it has open payments or work.'],
  'account/own': [409, 'You can’t do this to your own account.'],
  'account/not-handed-in': [409, 'You can’t verify this user because they haven’t submitted documents.'],
  'account/asked-already': [409, 'You’ve already sent this user a request today. Try again tomorrow.'],
  'account/last-admin': [409, 'This is the last administrator. Make another user an administrator first.'],
  'account/listed-admin': [
    409,
    'ADMIN_EMAILS names this address and would make the user an administrator again. Remove it there first.',
  ],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type RefusalCode = keyof typeof refusals;

/** The shape of every error response. `fields` maps the path of a field to its problem. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The current state of the object, if a decision came too late (decision 19.2). */
  state: z.string().optional(),
  requestId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export interface RefusalDetails {
  message?: string;
  fields?: Record<string, string>;
  state?: string;
  retryAfterSeconds?: number;
}

/**
 * An expected error. Rules and services throw it, the error handler formats it, and it is never logged as a
 * bug.
 */
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

export function refuse(code: RefusalCode, details?: RefusalDetails): Refusal {
  return new Refusal(code, details);
}

/** Converts zod issues to the `fields` of an error response. Keeps the first message of each path. */
export function toFieldErrors(error: z.ZodError): Record<string, string> {
  const texts = new Map<string, string>();
  for (const issue of error.issues.flatMap(findClosestBranch)) {
    const path = issue.path.join('.');
    const unrecognised = issue.code === 'unrecognized_keys' ? issue.keys : [];
    for (const key of unrecognised) texts.set(path ? `${path}.${key}` : key, 'Unknown field');
    const name = path || 'body';
    if (unrecognised.length === 0 && !texts.has(name)) texts.set(name, issue.message);
  }
  // fromEntries also creates a plain field for a key named __proto__. An assignment would lose it.
  return Object.fromEntries(texts);
}

/**
 * If no branch of a union matched, returns the issues of the closest branch. The others would only confuse
 * the user.
 */
function findClosestBranch(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const branches = issue.errors.map((branch) => branch.flatMap(findClosestBranch));
  const [nearest = []] = branches.toSorted(
    (one, other) => countInvalidFields(one) - countInvalidFields(other),
  );
  return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Returns the number of fields with issues. A list with hundreds of wrong entries counts as one field. */
function countInvalidFields(issues: readonly z.core.$ZodIssue[]): number {
  const names = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [issue.path[0] ?? ''],
  );
  return new Set(names).size;
}
