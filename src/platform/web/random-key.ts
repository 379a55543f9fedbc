/** Returns 32 hexadecimal digits. crypto.randomUUID is missing if the page was loaded over plain http. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
