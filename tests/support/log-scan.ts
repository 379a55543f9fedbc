/**
 * Nothing personal and no secret may stand in the log. Every app that tests make logs all it can into memory; at the end of
 * the file setup.ts looks through it for what looks like one (addresses, tokens, positions, tax numbers) and for the very
 * values that this file's tests sent or were mailed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createLog, type Logger } from '../../src/platform/server/log/log.ts';

const lines: string[] = [];
const known = new Set<string>();

/** A log whose lines are looked through. `also` gets those of the level `from` and above too. */
export function scannedLog(also?: { write(line: string): void }, from: 'warn' | 'error' = 'warn'): Logger {
  const levels = new Set(from === 'warn' ? ['warn', 'error', 'fatal'] : ['error', 'fatal']);
  const write = (line: string) => {
    lines.push(line);
    if (also && levels.has(/^\{"level":"(\w+)"/.exec(line)?.[1] ?? '')) also.write(line);
  };
  return createLog({ level: 'trace', destination: { write } });
}

/** A text that must not be in the log: what somebody sent or got that is theirs alone. Short ones say nothing. */
export function knowSecret(text: unknown): void {
  if (typeof text === 'string' && text.length >= 6) known.add(text);
}

/** Forgets the secrets of a file whose log has been looked through. */
export const forgetSecrets = () => known.clear();

const secretName = /tax|governmentid|code$|token|secret|password|^sid$|preauth|nonce/i;

/** The same for every part of a form, a query or cookies that has such a name. */
export function knowSecretsIn(value: unknown, name = '', depth = 0): void {
  // Deeper than any form that the server reads (register-routes.ts): nothing of it gets anywhere.
  if (depth > 20) return;
  if (typeof value === 'string') {
    if (secretName.test(name)) knowSecret(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      knowSecretsIn(inner, Array.isArray(value) ? name : key, depth + 1);
    }
  }
}

/** The codes and links that a development mailbox has received. */
export function knowMailbox(file: string): void {
  for (const secret of secretsOfMailbox(file)) knowSecret(secret);
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

/** What a process of its own has printed is looked through as well. */
export function hearLog(printed: string): void {
  lines.push(...printed.split('\n'));
}

/** What the log of this file's apps holds and must not, field by field, and what it refused to hold; forgets the lines. */
export function takeLeaks(): string[] {
  const logged = lines.splice(0);
  return [...leaksIn(logged, known), ...droppedIn(logged)];
}

/**
 * Fields that somebody logs and the log refuses (platform/server/log/allowed.ts): in production they are missing from the line,
 * so whoever looks for them there finds nothing, and what is refused may be what must not be logged. What libraries say of
 * themselves while they are debugged is not ours.
 */
export function droppedIn(logged: readonly string[]): string[] {
  const found = logged
    .filter((line) => line.includes('"dropped":[') && !/^\{"level":"(?:debug|trace)"/.test(line))
    .flatMap((line) => {
      const { msg = '', dropped = [] } = parsed(line);
      return dropped.map((name) => `${name} was refused by the log: ${msg}`);
    });
  return [...new Set(found)];
}

function parsed(line: string): { msg?: string; dropped?: string[] } {
  try {
    return JSON.parse(line);
  } catch {
    // A line that a killed server has not written to its end.
    return {};
  }
}

const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['an email address', /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i],
  ['a token', /(?<![\w-])[0-9a-f]{64}(?![\w-])/i],
  ['a position', /(?<![\w.])-?\d{1,3}\.\d{4,}(?![\w.])/],
  ['a tax number', /(?<![\w-])(?:\d{3}-\d{2}-\d{4}|\d{2}-\d{7})(?![\w-])/],
];

/** Numbers of these fields are measures of our own or count something. */
const measureName = /(?:Ms|[mM]illiseconds|Seconds|Bytes|Count|Cents|responseTime|time|pid|port|Id)$/;

/**
 * What these lines of a log hold that looks like something personal, or that is one of `secrets` as a whole word, each
 * with its field's path. Empty where all is well.
 */
export function leaksIn(logged: readonly string[], secrets: Iterable<string>): string[] {
  const all = logged.join('\n');
  const held = [...secrets].filter((secret) => all.includes(secret));
  // Looking closer costs more than all logging, and in nearly every file there is no need.
  if (held.length === 0 && !patterns.some(([, pattern]) => pattern.test(all))) return [];
  const words = held.map((secret) => ['something secret', wholeWord(secret)] as const);
  const found = logged.flatMap((line) =>
    leavesOf(line).flatMap(({ path, text }) =>
      [...patterns, ...words]
        .filter(([, pattern]) => pattern.test(text))
        .map(([what]) => `${path} holds ${what}: ${text.slice(0, 200)}`),
    ),
  );
  return [...new Set(found)];
}

function wholeWord(secret: string): RegExp {
  return new RegExp(`(?<![\\w-])${secret.replaceAll(/[^\w]/g, '\\$&')}(?![\\w-])`);
}

/** Line and column in a stack. */
const placeInCode = /:\d+:\d+\)?$/gm;

function leavesOf(line: string): { path: string; text: string }[] {
  try {
    return leaves(JSON.parse(line), '');
  } catch {
    return [{ path: 'a line', text: line }];
  }
}

function leaves(value: unknown, path: string): { path: string; text: string }[] {
  if (typeof value === 'number') return measureName.test(path) ? [] : [{ path, text: String(value) }];
  if (typeof value === 'string') return [{ path, text: value.replaceAll(placeInCode, '') }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key));
}
