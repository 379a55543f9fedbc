import type { KeyObject } from 'node:crypto';

import { addMilliseconds, HOUR, MINUTE, type Clock } from '#kernel/time.ts';

import { publicRoots, trustedKey, type Trust } from './certificate-trust.ts';
import { createExpiringMap } from './expiring-map.ts';
import type { HttpClient } from './http-client.ts';
import { refused, success, unknown } from './outcome.ts';
import type { Outcome, Unknown } from './wallet-provider.ts';

export type Certificates = {
  /**
   * The key with which the wallet signs what names this certificate. Refused with CERTIFICATE_ELSEWHERE where the address is
   * not the wallet's: nothing is fetched then. Unknown where the certificate cannot be had now or does not hold.
   */
  keyAt(certificateUrl: string): Promise<Outcome<KeyObject>>;
};

export type CertificateSettings = {
  /** By which address the other side names itself in deliveries, where that is not the base URL. Compared, never called. */
  publicBaseUrl?: string;
  timeoutMs: number;
  /** In PEM; Node's own where none are given. */
  roots?: readonly string[];
};

/** PayPal's hosts, live and sandbox. Exact: api.paypal.com.evil.example starts with one of them. */
const payPalHosts = [
  'api.paypal.com',
  'api-m.paypal.com',
  'api.sandbox.paypal.com',
  'api-m.sandbox.paypal.com',
];

const payPalNames = ['messageverificationcerts.paypal.com', 'messageverificationcerts.sandbox.paypal.com'];
const standInNames = ['messageverificationcerts.wallet-simulator'];

const folder = '/v1/notifications/certs/';

/** Three certificates take some 6 kB. */
const sizeLimitBytes = 64 * 1024;

/** A wallet has one certificate, and for a while its next one. */
const keysKept = 10;
const keyKeptMs = 12 * HOUR;

/** Somebody who sends made-up certificate names is not to make us ask for each again and again; a real one soon is. */
const failuresKept = 100;
const failureKeptMs = MINUTE;

/** Certificates of the wallet, fetched once, without our token, and kept for hours; of many who wait for one, one asks. */
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
    const trusted = file.kind === 'success' ? trustedKey(file.value, now, trust) : undefined;
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
 * Which addresses are the wallet's. The address comes from whoever sent the delivery, so it is compared as the text that it
 * is: no reading of URLs can turn a text that starts like this and goes on with a plain name into another place.
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
