import { msg, t } from '#kernel/text.ts';
import type { StuckMessages } from './stuck-facts.ts';

export const keepsChecking = msg('We keep checking with the wallet. Nothing is sent twice.');

/** Returns the texts for problems on the platform's side, or undefined for any other. */
export function platformProblem(issue: string | null): StuckMessages | undefined {
  switch (issue) {
    case 'INSUFFICIENT_FUNDS':
    case 'REFUND_FAILED_INSUFFICIENT_FUNDS':
      return {
        problem: t('The platform’s wallet balance doesn’t cover it.'),
        nextStep: t('Add money to the wallet balance. We then send it automatically.'),
      };
    case 'SENDER_RESTRICTED':
    case 'SENDER_LOCKED':
    case 'SENDER_EMAIL_UNCONFIRMED':
    case 'PAYEE_ACCOUNT_RESTRICTED':
      return {
        problem: t('The wallet has restricted the platform’s account ({issue}).', { issue }),
        nextStep: t('Resolve the restriction at the wallet. We then send it automatically.'),
      };
    case 'AUTHORIZATION_ERROR':
    case 'NOT_AUTHORIZED':
    case 'REQUIRED_SCOPE_MISSING':
    case 'PERMISSION_DENIED':
    case 'not-authorized':
      return {
        problem: t('The wallet doesn’t authorize the platform to do this ({issue}).', { issue }),
        nextStep: t('Check the wallet credentials and the app’s permissions. We then send it automatically.'),
      };
    default:
      return undefined;
  }
}

export function formatCode(issue: string | null): string {
  return issue === null ? '' : ` (${issue})`;
}
