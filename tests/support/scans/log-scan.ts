/**
 * Only its owner may get a secret or a personal fact. Every app of the tests logs everything into memory. At
 * the end of a file, setup.ts searches the log for emails, tokens, positions, tax IDs, and for values that
 * the file sent or received by email.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createLog, type Logger } from '#platform/server/log/log.ts';

const lines: string[] = [];
const secrets = new Set<string>();
const notes = new Set<string>();

/** Returns a log that is searched later. `also` gets the lines of the level `from` and above too. */
export function scannedLog(also?: { write(line: string): void }, from: 'warn' | 'error' = 'warn'): Logger {
  const isHeard = from === 'warn' ? /^\{"level":"(?:warn|error|fatal)"/ : /^\{"level":"(?:error|fatal)"/;
  const write = (line: string) => {
    lines.push(line);
    if (isHeard.test(line)) also?.write(line);
  };
  return createLog({ level: 'trace', destination: { write } });
}

export function hearLog(printed: string): void {
  lines.push(...printed.split('\n'));
}

/** Notes a leak that was found elsewhere, such as in an answer. */
export function noteLeak(text: string): void {
  notes.add(text);
}

const secretName = /tax|governmentid|code$|token|secret|password|^sid$|preauth|nonce/i;

/**
 * Remembers each value of a form, a query or cookies whose name means a secret. Ignores texts below six
 * characters.
 */
export function knowSecretsIn(value: unknown, name = '', depth = 0): void {
  // Deeper than any form that the server reads (register-routes.ts).
  if (depth > 20) return;
  if (typeof value === 'string' && value.length >= 6 && secretName.test(name)) secrets.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    knowSecretsIn(inner, Array.isArray(value) ? name : key, depth + 1);
  }
}

/** Remembers the codes and links that a development mailbox has received. */
export function knowMailbox(file: string): void {
  for (const secret of secretsOfMailbox(file)) secrets.add(secret);
}

export function secretsOfMailbox(file: string): string[] {
  if (!existsSync(file)) return [];
  const mails = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return mails.flatMap((mail) => {
    const { code, links }: { code: string | null; links: string[] } = JSON.parse(mail);
    const tokens = links.map((link) => new URL(link).searchParams.get('token'));
    return [code, ...tokens].filter((secret) => secret !== null);
  });
}

/** Forgets the secrets of a file once its log has been searched. */
export const dropSecrets = () => secrets.clear();

/** Returns the leaks since the last call, and the fields that the log refused. */
export function takeLeaks(): string[] {
  const logged = lines.splice(0);
  const leaks = [...leaksIn(logged, secrets), ...droppedIn(logged), ...notes];
  notes.clear();
  return leaks;
}

/**
 * Returns the fields that our code logs and the log refuses (platform/server/log/redact.ts). In production
 * they are missing from the line. Ignores fields that libraries log at debug and trace level.
 */
function droppedIn(logged: readonly string[]): string[] {
  const found = logged
    .filter((line) => line.includes('"dropped":[') && !/^\{"level":"(?:debug|trace)"/.test(line))
    .flatMap((line) => {
      const { msg = '', dropped = [] } = (parseLine(line) ?? {}) as { msg?: string; dropped?: string[] };
      return dropped.map((name) => `${name} was refused by the log: ${msg}`);
    });
  return [...new Set(found)];
}

/** Returns undefined if the line is not JSON, such as one that a killed server has not finished. */
function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const patterns: readonly (readonly [leak: string, pattern: RegExp])[] = [
  ['an email address', /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i],
  ['a token', /(?<![\w-])[0-9a-f]{64}(?![\w-])/i],
  ['a position', /(?<![\w.])-?\d{1,3}\.\d{4,}(?![\w.])/],
  ['a tax number', /(?<![\w-])(?:\d{3}-\d{2}-\d{4}|\d{2}-\d{7})(?![\w-])/],
];

/** Numbers in these fields measure or count. */
const measureName = /(?:Ms|[mM]illiseconds|Seconds|Bytes|Count|Cents|responseTime|time|pid|port|Id)$/;
/** The line and column in a stack trace. */
const placeInCode = /:\d+:\d+\)?$/gm;

/** Returns the fields that look personal or contain one of the secrets as a whole word. */
export function leaksIn(logged: readonly string[], known: Iterable<string>): string[] {
  const all = logged.join('\n');
  const held = [...known].filter((secret) => all.includes(secret));
  // A closer search costs more than all logging, and nearly no file needs it.
  if (held.length === 0 && !patterns.some(([, pattern]) => pattern.test(all))) return [];
  const words = held.map((secret) => ['something secret', wholeWord(secret)] as const);
  const found = logged.flatMap((line) =>
    fields(parseLine(line) ?? { 'a line': line }).flatMap(([path, text]) =>
      [...patterns, ...words]
        .filter(([, pattern]) => pattern.test(text))
        .map(([leak]) => `${path} holds ${leak}: ${text.slice(0, 200)}`),
    ),
  );
  return [...new Set(found)];
}

function wholeWord(secret: string): RegExp {
  return new RegExp(`(?<![\\w-])${secret.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-])`);
}

/** Returns each string and number inside a value, with its path. */
function fields(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value === 'number') return measureName.test(path) ? [] : [[path, String(value)]];
  if (typeof value === 'string') return [[path, value.replaceAll(placeInCode, '')]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => fields(inner, path ? `${path}.${key}` : key));
}
