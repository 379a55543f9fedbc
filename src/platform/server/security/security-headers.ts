import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';
import type { Config } from '../settings/config.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** They depend only on the settings, so they are computed once. */
export function computeSecurityHeaders(
  config: Pick<Config, 'mapStyleUrl' | 'publicUrl' | 'wallet'>,
): OutgoingHttpHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(config),
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: config.publicUrl?.startsWith('https://')
      ? { maxAge: 31_536_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  setHeaders(request, response, (error) => {
    if (error) throw error;
  });
  return {
    ...response.getHeaders(),
    'permissions-policy': 'geolocation=(self), camera=(self), microphone=()',
  };
}
