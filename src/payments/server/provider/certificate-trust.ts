import { X509Certificate, type KeyObject } from 'node:crypto';
import { rootCertificates } from 'node:tls';

/** What makes a certificate the wallet's own: a name in it, and who vouches for it. */
export type Trust = {
  commonNames: readonly string[];
  /** Roots in PEM; 'origin' where the address that it was read from vouches for it: then it has signed itself. */
  vouchedBy: readonly string[] | 'origin';
};

export type TrustedKey = { key: KeyObject; validUntil: Date };

/** A leaf and what leads to its root; the wallet's files hold two or three. */
const longestChain = 5;

const shortestKeyBits = 2048;

/**
 * The key of the certificate that stands first in a PEM file, if everything about it holds at this moment: name, dates, and
 * every signature up to a root. The certificates of the chain are in order, each signed by the next.
 */
export function trustedKey(pem: string, now: Date, trust: Trust): TrustedKey | undefined {
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

/** Exactly one common name: of two, another reader might take the other. Line breaks in values are escaped. */
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
    // Without `ca` anybody with a certificate of their own could issue the wallet's.
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

/** The authorities that Node itself trusts for https. */
export const publicRoots: readonly string[] = rootCertificates;
