import { vi } from 'vitest';
import { stubProperty } from '#platform/web/test-cleanup.ts';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

export function browserWithPasskeys({ refuses = false } = {}) {
  const answer = (response: object) => async () => {
    if (refuses)
      throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
    return {
      id: 'a2V5',
      rawId: bytes('key'),
      type: 'public-key',
      getClientExtensionResults: () => ({}),
      response,
    };
  };
  const clientDataJSON = bytes('{}');
  const create = vi.fn(
    answer({ clientDataJSON, attestationObject: bytes('attested'), getTransports: () => ['internal'] }),
  );
  const get = vi.fn(
    answer({
      clientDataJSON,
      authenticatorData: bytes('data'),
      signature: bytes('signed'),
      userHandle: null,
    }),
  );
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  stubProperty(navigator, 'credentials', { create, get });
  return { create, get };
}
