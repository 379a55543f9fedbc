import type { KeyObject } from 'node:crypto';

import { addMilliseconds, HOUR, MINUTE, type Clock } from '#kernel/time.ts';

import { publicRoots, parseTrustedKey, type Trust } from './certificate-trust.ts';
import { createExpiringMap } from '../expiring-map.ts';
import type { HttpClient } from '../http-client.ts';
import { refused, success, unknown } from '../outcome.ts';
import type { Outcome, Unknown } from '../wallet-provider.ts';

export type Certificates = {
  /**
   * Returns the public key for this certificate URL. Refuses with CERTIFICATE_ELSEWHERE, without fetching, if
   * the URL is not the wallet's. Returns unknown if the certificate is unavailable or invalid.
   */
  keyAt(certificateUrl: string): Promise<Outcome<KeyObject>>;
};

export type CertificateSettings = {
  /**
   * The address the simulator uses for itself in deliveries, if it is not the base URL. Compared, never
   * called.
   */
  publicBaseUrl?: string;
  timeoutMs: number;
  roots?: readonly string[];
};

/** PayPal's hosts, live and sandbox. Matched exactly: api.paypal.com.evil.example starts with one of them. */
const payPalHosts = [
  'api.paypal.com',
  'api-m.paypal.com',
  'api.sandbox.paypal.com',
  'api-m.sandbox.paypal.com',
];

const payPalNames = ['messageverificationcerts.paypal.com', 'messageverificationcerts.sandbox.paypal.com'];
const standInNames = ['messageverificationcerts.wallet-simulator'];

const folder = '/v1/notifications/certs/';

const sizeLimitBytes = 64 * 1024;

/** The wallet has one certificate, and two during a rotation. */
const keysKept = 10;
const keyKeptMs = 12 * HOUR;

/**
 * Prevents made-up certificate names from triggering a fetch each time. Short, so that a real one is fetched
 * soon.
 */
const failuresKept = 100;
const failureKeptMs = MINUTE;

/** Without our token, cached for hours. Concurrent callers share one fetch. */
export function createCertificates(
  http: HttpClient,
  clock: Clock,
  settings: CertificateSettings,
): Certificates {
  const keys = createExpiringMap<KeyObject>(keysKept, clock);
  const failures = createExpiringMap<Unknown>(failuresKept, clock);
  const underway = new Map<string, Promise<Outcome<KeyObject>>>();
  const { sourceOf, trust } = certificateSource(http.baseUrl, settings);

  async function fetchKey(url: string): Promise<Outcome<KeyObject>> {
    const file = await http.download(url, sizeLimitBytes, AbortSignal.timeout(settings.timeoutMs));
    const now = clock.now();
    const trusted = file.kind === 'success' ? parseTrustedKey(file.value, now, trust) : undefined;
    if (!trusted) {
      const failure = file.kind === 'unknown' ? file : unknown('unreadable');
      failures.set(url, failure, addMilliseconds(now, failureKeptMs));
      return failure;
    }
    const keptUntil = Math.min(addMilliseconds(now, keyKeptMs).getTime(), trusted.validUntil.getTime());
    keys.set(url, trusted.key, new Date(keptUntil));
    return success(trusted.key);
  }

  return {
    async keyAt(certificateUrl) {
      const url = sourceOf(certificateUrl);
      if (url === undefined) return refused('CERTIFICATE_ELSEWHERE');
      const key = keys.get(url);
      if (key) return success(key);
      const failure = failures.get(url);
      if (failure) return failure;
      const fetched =
        underway.get(url) ??
        fetchKey(url).finally(() => {
          underway.delete(url);
        });
      underway.set(url, fetched);
      return fetched;
    },
  };
}

/**
 * Decides which URLs are the wallet's. The URL comes from an untrusted sender, so it is compared as text. A
 * fixed prefix plus a plain name cannot be parsed as another host.
 */
function certificateSource(
  baseUrl: string,
  { publicBaseUrl, roots = publicRoots }: CertificateSettings,
): { sourceOf(certificateUrl: string): string | undefined; trust: Trust } {
  const isPayPal = payPalHosts.includes(new URL(baseUrl).hostname);
  const ownNames = [baseUrl, publicBaseUrl?.replace(/\/+$/, '') ?? baseUrl];
  const places = isPayPal ? payPalHosts.map((host) => `https://${host}`) : ownNames;
  return {
    trust: isPayPal
      ? { commonNames: payPalNames, vouchedBy: roots }
      : { commonNames: standInNames, vouchedBy: 'origin' },
    sourceOf(certificateUrl) {
      const place = places.find((start) => certificateUrl.startsWith(start + folder));
      const name = certificateUrl.slice(`${place}${folder}`.length);
      if (place === undefined || !/^[A-Za-z0-9_-]{1,100}$/.test(name)) return undefined;
      return `${isPayPal ? place : baseUrl}${folder}${name}`;
    },
  };
}
