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

/** WebAuthn does not allow an IP address as host. */
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

/** Browsers report a refusal and a missing passkey alike. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return t('This device already has a passkey for your account.');
  }
  return getErrorText(error, t('We couldn’t use your passkey. Please try again.'));
}
