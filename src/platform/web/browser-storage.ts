import type { z } from 'zod';

type Area = 'localStorage' | 'sessionStorage';

/** Null also if the browser blocks its storage. */
export function readStoredText(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the text. Returns false if the storage is full or blocked. */
export function storeText(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Null if there is none, or if it does not fit the schema. */
export function readStoredJson<T>(area: Area, key: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readStoredText(area, key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
