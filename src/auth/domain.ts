import { defineDomain } from '#kernel/domain.ts';
import { msg } from '#kernel/text.ts';
import { platformDomain } from '#platform/domain.ts';

export const authDomain = defineDomain([platformDomain], {
  refusals: {
    'auth/wrong-code': [400, msg('That code is incorrect. Check the email and try again.')],
    'auth/code-expired': [410, msg('That code or link has expired or was already used. Request a new one.')],
    'auth/no-pending': [400, msg('No sign-in is in progress in this browser. Enter your email again.')],
    'auth/resend-too-soon': [429, msg('Wait a minute before you request another email.')],
    'auth/type-chosen': [409, msg('You’ve already chosen your account type. You can change it in Settings.')],
    'auth/type-same': [409, msg('Your account already has this type.')],
    'auth/type-tied': [
      409,
      msg('You can’t change your account type while you have campaigns, work or money in it.'),
    ],
    'auth/type-of-admin': [403, msg('Administrators can’t change their account type.')],
    'auth/suspended': [403, msg('This account is suspended. Contact support for help.')],
    'auth/session-not-found': [404, msg('This session has already ended.')],
    'auth/token-not-found': [404, msg('This access token was already revoked.')],
    'auth/token-of-demo': [403, msg('Demo accounts can’t create access tokens.')],
    'auth/too-many-tokens': [409, msg('You already have 20 access tokens. Revoke one first.')],
    'auth/too-many-codes': [429, msg('Too many incorrect codes. Try again later or use a passkey.')],
    'auth/passkey-refused': [400, msg('That passkey didn’t work. Please try again.')],
    'auth/second-factor-not-found': [404, msg('We couldn’t find this second factor.')],
    'auth/second-factor-exists': [409, msg('You already have one. Remove it before you add another.')],
    'auth/second-factor-none': [409, msg('Add a passkey or an authenticator app first.')],
    'auth/second-factor-last': [
      409,
      msg('Administrators need a second factor. Add another one before you remove this one.'),
    ],
    'auth/google-unavailable': [503, msg('Sign-in with Google is unavailable. Use your email instead.')],
    'account/not-found': [404, msg('We couldn’t find this account.')],
    'account/open-matters': [409, msg('You can’t delete this account while it has open payments or work.')],
    'account/own': [409, msg('You can’t do this to your own account.')],
    'account/last-admin': [
      409,
      msg('This is the last administrator. Make another user an administrator first.'),
    ],
    'account/listed-admin': [
      409,
      msg(
        'ADMIN_EMAILS names this address and would make the user an administrator again. Remove it there first.',
      ),
    ],
  },
  objects: {
    account: 'account/not-found',
    signInSession: 'auth/session-not-found',
    accessToken: 'auth/token-not-found',
    secondFactor: 'auth/second-factor-not-found',
  },
  limits: {
    // Requested emails, per network address and per recipient (decision 22.3).
    'sign-in': '20/1h',
    'sign-in-address': '5/1h',
    // Attempts with a code or link, per network address. Every code also expires after five wrong attempts.
    'sign-in-code': '30/10m',
    // Per email address of the account.
    'type-change': '3/1h',
    resend: '1/60s',
    // Reads every table and mails a notice.
    export: '5/1h',
    // Each mails the owner.
    'access-token-new': '20/1h',
  },
});

export const { endpoint, refuse } = authDomain;
export type LimitName = keyof typeof authDomain.limits;
