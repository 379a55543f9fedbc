/** Paginated lists; each page names the next in its Link header. */
import { expect } from 'vitest';
import type { Answer, Client } from '../client.ts';

/** Returns the bodies of all pages from this URL on. */
export async function readPages<E>(client: Client, address: string): Promise<Answer<E>['body'][]> {
  const pages: Answer<E>['body'][] = [];
  let next: string | undefined = address;
  while (next !== undefined) {
    const page: Answer<E> = await client.request('GET', next);
    expect(page.status, page.error?.message).toBe(200);
    pages.push(page.body);
    next = nextIn(page.headers);
  }
  return pages;
}

/** Returns the next page's URL, or undefined on the last page. */
export function nextIn(headers: Answer<unknown>['headers']): string | undefined {
  return /^<(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
}
