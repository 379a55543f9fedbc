/** Lists that are read page after page, as the Link header of each names the next. */
import { expect } from 'vitest';
import type { Answer, Client } from './client.ts';

/** The answers' bodies, one a page, from this address to the last page. */
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

/** The next page's address, as the Link header names it; undefined on the last page. */
export function nextIn(headers: Answer<unknown>['headers']): string | undefined {
  return /^<(.+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1];
}
