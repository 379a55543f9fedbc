/** SPDX ids of licenses that allow use in a closed product without publishing its source. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

interface Exception {
  /** A `*` at the end stands for any ending: such packages have one name for each system. */
  packages: string;
  /** Null if package.json names no valid SPDX license. */
  license: string | null;
  reason: string;
  /** The package must not be needed at run time. */
  isDevelopment?: boolean;
}

const exceptions: readonly Exception[] = [
  {
    packages: '@axe-core/playwright',
    license: 'MPL-2.0',
    reason: 'used unchanged, in tests only',
    isDevelopment: true,
  },
  { packages: 'axe-core', license: 'MPL-2.0', reason: 'used unchanged, in tests only', isDevelopment: true },
  {
    packages: 'lightningcss*',
    license: 'MPL-2.0',
    reason: 'used unchanged, in the build only',
    isDevelopment: true,
  },
  {
    packages: '@img/sharp-libvips-*',
    license: 'LGPL-3.0-or-later',
    reason: 'an unchanged library that is linked dynamically and can be replaced',
  },
  {
    packages: 'caniuse-lite',
    license: 'CC-BY-4.0',
    reason: 'data, used in the build only',
    isDevelopment: true,
  },
  {
    packages: '@paypal/checkout-server-sdk',
    license: null,
    reason: 'its LICENSE is Apache-2.0; in tests only',
    isDevelopment: true,
  },
  {
    packages: '@paypal/payouts-sdk',
    license: null,
    reason: 'PayPal’s SDK license allows use for any purpose; in tests only, never distributed',
    isDevelopment: true,
  },
  { packages: 'combine-errors', license: null, reason: 'its Readme.md says MIT' },
  { packages: 'humanize-number', license: null, reason: 'its Readme.md says MIT', isDevelopment: true },
  { packages: 'only', license: null, reason: 'its Readme.md says MIT', isDevelopment: true },
  { packages: 'png-js', license: null, reason: 'its LICENSE is MIT' },
  { packages: 'zipcodes', license: null, reason: 'its LICENSE is BSD-3-Clause; package.json says BSD' },
  { packages: 'api-client', license: null, reason: 'part of this repository' },
  { packages: 'wallet-simulator', license: null, reason: 'part of this repository' },
];

/** As in a CycloneDX file by `npm sbom`. */
export interface Component {
  name: string;
  version: string;
  properties?: readonly { name: string; value: string }[];
  licenses?: readonly ({ license: { id?: string; name?: string } } | { expression: string })[];
}

export interface JudgedLicense {
  license: string;
  isAllowed: boolean;
  /** Set if an exception allows it. */
  reason?: string;
}

export function checkLicense(component: Component): JudgedLicense {
  const license = readLicense(component);
  if (license !== null && isPermissive(license)) return { license, isAllowed: true };
  const exception = exceptions.find((each) => covers(each, component, license));
  const shown = license ?? 'no SPDX license';
  return exception
    ? { license: shown, isAllowed: true, reason: exception.reason }
    : { license: shown, isAllowed: false };
}

/** Returns the packages of exceptions that cover no component. Those for one system each may be absent. */
export function listUnusedExceptions(components: readonly Component[]): string[] {
  return exceptions
    .filter(({ packages }) => !packages.endsWith('*'))
    .filter((each) => !components.some((component) => covers(each, component, readLicense(component))))
    .map(({ packages }) => packages);
}

function covers(
  { packages, license: expected, isDevelopment = false }: Exception,
  { name, properties = [] }: Component,
  license: string | null,
): boolean {
  const isMarked = properties.some(
    (each) => each.name === 'cdx:npm:package:development' && each.value === 'true',
  );
  return expected === license && matches(name, packages) && (isMarked || !isDevelopment);
}

function readLicense({ licenses }: Component): string | null {
  const expressions = licenses?.map(toExpression) ?? [];
  const all = expressions.map((each) => `(${each})`).join(' AND ');
  return expressions.length > 1 ? all : (expressions[0] ?? null);
}

function toExpression(license: NonNullable<Component['licenses']>[number]): string {
  if ('expression' in license) return license.expression;
  return license.license.id ?? license.license.name ?? 'unknown';
}

function matches(name: string, packages: string): boolean {
  return packages.endsWith('*') ? name.startsWith(packages.slice(0, -1)) : name === packages;
}

/**
 * Evaluates an SPDX expression, in which AND binds more tightly than OR. WITH and all else that is not a known id is
 * not permissive.
 */
export function isPermissive(expression: string): boolean {
  const tokens = expression.match(/[()]|[^\s()]+/g) ?? [];
  let next = 0;

  const readAll = (operator: string, readOne: () => boolean): boolean[] => {
    const values = [readOne()];
    while (tokens[next] === operator) {
      next += 1;
      values.push(readOne());
    }
    return values;
  };
  const readOr = (): boolean => readAll('OR', readAnd).includes(true);
  const readAnd = (): boolean => !readAll('AND', readId).includes(false);
  const readId = (): boolean => {
    const token = tokens[next];
    next += 1;
    if (token !== '(') return token !== undefined && permissive.has(token);
    const value = readOr();
    const isClosed = tokens[next] === ')';
    next += 1;
    return value && isClosed;
  };
  const value = readOr();
  return value && next === tokens.length;
}
