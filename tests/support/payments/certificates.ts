import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export type Party = { name: string; keys: { privateKey: KeyObject; publicKey: KeyObject } };

type Issue = {
  subject: Party;
  issuer: Party;
  isAuthority?: boolean;
  validFrom?: string;
  validTo?: string;
  /** Additional common names in the subject. */
  alsoNamed?: string[];
};

export function party(name: string, modulusLength = 2048): Party {
  return { name, keys: generateKeyPairSync('rsa', { modulusLength }) };
}

/** Returns a PEM certificate issued by a test authority. Node can read certificates but not write them. */
export function issue({
  subject,
  issuer,
  isAuthority = false,
  validFrom = '2026-01-01T00:00:00Z',
  validTo = '2027-01-01T00:00:00Z',
  alsoNamed = [],
}: Issue): string {
  const sha256WithRsa = sequence(oid('2a864886f70d01010b'), der(0x05));
  const constraints = sequence(oid('551d13'), der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    toName(issuer.name),
    sequence(time(validFrom), time(validTo)),
    toName(subject.name, ...alsoNamed),
    subject.keys.publicKey.export({ type: 'spki', format: 'der' }),
    ...(isAuthority ? [der(0xa3, sequence(constraints))] : []),
  );
  const signature = sign('sha256', content, issuer.keys.privateKey);
  const certificate = sequence(content, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

function toName(...commonNames: string[]): Buffer {
  return sequence(
    ...commonNames.map((name) => der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name))))),
  );
}

function time(moment: string): Buffer {
  return der(0x17, Buffer.from(`${new Date(moment).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`));
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...header]), content]);
}
