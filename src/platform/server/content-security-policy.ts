import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Config } from './config.ts';
import { isPayPal } from './wallet-sdk-url.ts';

/**
 * Scripts only from here, plus the inline ones of the built pages, whose hashes pages.ts adds per page.
 * Mantine sets style attributes and the map draws from blobs in a worker; both are named here and nothing else is.
 * Only where the wallet is PayPal, its component may load its parts, ask its server and show its frame; the simulator's is
 * served from here.
 */
export function contentSecurityPolicy(
  config: Pick<Config, 'mapStyleUrl' | 'wallet'>,
): Exclude<FastifyHelmetOptions['contentSecurityPolicy'], boolean | undefined> {
  const mapHosts = config.mapStyleUrl === 'offline' ? [] : [mapOrigin(config)];
  const walletHosts = isPayPal(config.wallet.baseUrl) ? payPalHosts : [];
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...walletHosts],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...mapHosts, ...walletHosts],
      connectSrc: ["'self'", ...mapHosts, ...walletHosts],
      fontSrc: ["'self'"],
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      frameSrc: ["'self'", ...walletHosts],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  };
}

/**
 * As PayPal names them for scripts, calls, frames and images, without Venmo's, which we do not offer, and without its
 * 'unsafe-inline' for scripts: a page whose inline scripts are named by hash would ignore that anyway.
 */
const payPalHosts = ['https://*.paypal.com', 'https://*.paypalobjects.com'];

function mapOrigin(config: Pick<Config, 'mapStyleUrl'>): string {
  return new URL(config.mapStyleUrl ?? 'https://tiles.openfreemap.org/').origin;
}
