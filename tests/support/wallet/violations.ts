import type { IncomingHttpHeaders } from 'node:http';

/** Where a call breaks the official files: in the request or in the response, and where in it. */
export type Violation = { location: string[]; message: string; code?: number | string | undefined };

const violationsHeader = 'x-violations';

/** What the proxy says, in a header of the answer, of the call that it belongs to. */
export function violationsIn(headers: IncomingHttpHeaders): Violation[] {
  const text = headers[violationsHeader];
  return typeof text === 'string' ? JSON.parse(Buffer.from(text, 'base64url').toString()) : [];
}

/** None for none. A header has little room, and a broken form breaks in many places at once. */
export function violationsHeaders(violations: Violation[]): Record<string, string> {
  if (violations.length === 0) return {};
  const first = violations.slice(0, 10).map((one) => ({ ...one, message: one.message.slice(0, 300) }));
  return { [violationsHeader]: Buffer.from(JSON.stringify(first)).toString('base64url') };
}
