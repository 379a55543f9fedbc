import { getLocale } from '#kernel/language.ts';
import { type Message as Text, msg, t } from '#kernel/text.ts';
import { DAY } from '#kernel/time.ts';
import { formatDay } from '#platform/web/ui/format-time.ts';
import { readStoredReasons } from '#proofs/decision-contract.ts';
import type { Message, SystemKind, ThreadSummary } from '../contract.ts';

export const systemTexts: Readonly<Record<SystemKind, Text>> = {
  approved: msg('Application approved'),
  rejected: msg('Application declined'),
  withdrawn: msg('Application withdrawn'),
  'place-lost': msg('Place given back: it wasn’t confirmed in time'),
  started: msg('Work started'),
  'proof-sent': msg('Proof sent'),
  'proof-asked-again': msg('Asked to send the proof again'),
  'proof-sent-again': msg('Proof sent again'),
  'proof-approved': msg('Proof approved'),
  'proof-rejected': msg('Proof rejected'),
  disputed: msg('Decision disputed'),
  'dispute-agreed': msg('Dispute settled by both sides'),
  'dispute-upheld': msg('Dispute decided: upheld'),
  'dispute-split': msg('Dispute decided: a part is paid'),
  'dispute-rejected': msg('Dispute decided: rejected'),
};

export function formatEntry(kind: SystemKind, text: string): string {
  const event = t(systemTexts[kind]);
  return text === '' ? event : `${event}: ${readStoredReasons(text)}`;
}

export function formatPreview({ lastMessage }: ThreadSummary): string {
  const { kind, text, isOwn, fileCount } = lastMessage;
  if (kind !== 'text') return formatEntry(kind, text);
  const shown = text || t('{count, plural, one {Sent a file} other {Sent # files}}', { count: fileCount });
  return isOwn ? t('You: {message}', { message: shown }) : shown;
}

/** Returns 'Today', 'Yesterday', 'Monday', or 'Nov 24, 2026' for days more than six days ago. */
export function formatDayLabel(moment: string, now: Date): string {
  const day = toDayStart(new Date(moment));
  const days = Math.round((toDayStart(now).getTime() - day.getTime()) / DAY);
  if (days === 0) return t('Today');
  if (days === 1) return t('Yesterday');
  if (days > 1 && days < 7) return new Intl.DateTimeFormat(getLocale(), { weekday: 'long' }).format(day);
  return formatDay(day);
}

function toDayStart(moment: Date): Date {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());
}

export function formatSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  return kilobytes < 1024
    ? t('{size} KB', { size: Math.max(1, Math.round(kilobytes)) })
    : t('{size} MB', { size: (kilobytes / 1024).toFixed(1) });
}

/** A message of the second part replaces the same one of the first. */
export function mergeMessages(first: readonly Message[], second: readonly Message[]): Message[] {
  const byId = new Map([...first, ...second].map((message) => [message.id, message]));
  return [...byId.values()].toSorted((one, other) => one.sequence - other.sequence);
}

export interface DayGroup {
  day: string;
  messages: Message[];
}

export function groupByDay(messages: readonly Message[], now: Date): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const message of messages) {
    const day = formatDayLabel(message.createdAt, now);
    const last = groups.at(-1);
    if (last?.day === day) last.messages.push(message);
    else groups.push({ day, messages: [message] });
  }
  return groups;
}

/** Returns '8:00 AM' for today, 'Mon' in the last week, and otherwise 'Nov 24' or 'Nov 24, 2025'. */
export function formatShortTime(moment: string, now: Date): string {
  const at = new Date(moment);
  const days = Math.round((toDayStart(now).getTime() - toDayStart(at).getTime()) / DAY);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(getLocale(), options).format(at);
  if (days <= 0) return format({ hour: 'numeric', minute: '2-digit' });
  if (days < 7) return format({ weekday: 'short' });
  const isThisYear = at.getFullYear() === now.getFullYear();
  return format({ month: 'short', day: 'numeric', ...(isThisYear ? {} : { year: 'numeric' }) });
}
