import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { textOf } from '#platform/web/call.ts';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '../second-factor-contract.ts';

/** Passkeys in this browser: none where it knows none, nor where the site has an address of numbers instead of a name. */
export function canUsePasskeys(): boolean {
  const isNumbers = /^[\d.]+$|^\[/.test(window.location.hostname);
  return browserSupportsWebAuthn() && !isNumbers;
}

/** Asks phone, computer or security key for a new passkey. */
export async function createPasskey(creation: PasskeyCreation): Promise<NewPasskey> {
  const { id, rawId, response } = await startRegistration({ optionsJSON: creation });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}

/** Asks for one of the passkeys that the server knows. */
export async function answerPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { id, rawId, response } = await startAuthentication({ optionsJSON: request });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

/** Why it did not work, for people; a browser never tells a refusal from a passkey that is not there. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') {
    return 'This device already holds a passkey of your account.';
  }
  return textOf(error, 'The passkey was not used. Please try again.');
}
