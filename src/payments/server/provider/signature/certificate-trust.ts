import { X509Certificate, type KeyObject } from 'node:crypto';
import { rootCertificates } from 'node:tls';

export type Trust = {
  commonNames: readonly string[];
  /**
   * Root certificates in PEM. 'origin' if the address it was read from vouches for it: then it must be
   * self-signed.
   */
  vouchedBy: readonly string[] | 'origin';
};

export type TrustedKey = { key: KeyObject; validUntil: Date };

/** A leaf and its chain. The wallet's files contain two or three. */
const longestChain = 5;

const shortestKeyBits = 2048;

/**
 * Returns the key of the first certificate in a PEM file, or undefined unless its name, dates and signatures
 * up to a root are valid now. Each certificate must be signed by the next one in the file.
 */
export function parseTrustedKey(pem: string, now: Date, trust: Trust): TrustedKey | undefined {
  const chain = readChain(pem);
  const leaf = chain?.[0];
  if (!chain || !leaf || !isNamed(leaf, trust.commonNames) || !isStrongRsa(leaf.publicKey)) return undefined;
  const isVouchedFor =
    trust.vouchedBy === 'origin' ? isSignedBy(leaf, leaf) : leadsToRoot(chain, trust.vouchedBy, now);
  if (!isVouchedFor || !chain.every((certificate) => isCurrent(certificate, now))) return undefined;
  return { key: leaf.publicKey, validUntil: new Date(leaf.validTo) };
}

function readChain(pem: string): X509Certificate[] | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length > longestChain) return undefined;
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

function isNamed(certificate: X509Certificate, commonNames: readonly string[]): boolean {
  const names = certificate.subject.split('\n').filter((part) => part.startsWith('CN='));
  return names.length === 1 && commonNames.some((name) => names[0] === `CN=${name}`);
}

function isStrongRsa(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= shortestKeyBits;
}

function isCurrent(certificate: X509Certificate, now: Date): boolean {
  return (
    Date.parse(certificate.validFrom) <= now.getTime() && now.getTime() <= Date.parse(certificate.validTo)
  );
}

function leadsToRoot(chain: readonly X509Certificate[], roots: readonly string[], now: Date): boolean {
  const isUnbroken = chain.every((certificate, index) => {
    const issuer = chain[index + 1];
    // Without the `ca` check, any certificate owner could issue the wallet's certificate.
    return issuer === undefined || (issuer.ca && isSignedBy(certificate, issuer));
  });
  const last = chain.at(-1);
  return isUnbroken && last !== undefined && hasRoot(last, roots, now);
}

function hasRoot(certificate: X509Certificate, roots: readonly string[], now: Date): boolean {
  return roots
    .map((root) => new X509Certificate(root))
    .some((root) => root.ca && isCurrent(root, now) && isSignedBy(certificate, root));
}

function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

export const publicRoots: readonly string[] = rootCertificates;
