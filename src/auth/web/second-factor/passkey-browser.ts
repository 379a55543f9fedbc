import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { t } from '#kernel/text.ts';
import { getErrorText } from '#platform/web/call.ts';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '../../second-factor-contract.ts';

/**
 * Returns false if the browser has no passkeys, or if the site's host is an IP address, which WebAuthn does
 * not allow.
 */
export function canUsePasskeys(): boolean {
  const isNumbers = /^[\d.]+$|^\[/.test(window.location.hostname);
  return browserSupportsWebAuthn() && !isNumbers;
}

export async function createPasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: creation });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}

export async function answerPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: request });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

/** Returns the message for a failed passkey. Browsers report a refusal and a missing passkey alike. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return t('This device already has a passkey for your account.');
  }
  return getErrorText(error, t('We couldn’t use your passkey. Please try again.'));
}
