/** Returns 32 hexadecimal digits. crypto.randomUUID is missing if the page was loaded over plain http. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A version 4 UUID, without crypto.randomUUID for the same reason. */
export function createUuid(): string {
  const key = createKey();
  const variant = '89ab'.charAt(Number.parseInt(key.charAt(16), 16) % 4);
  return [
    key.slice(0, 8),
    key.slice(8, 12),
    `4${key.slice(13, 16)}`,
    variant + key.slice(17, 20),
    key.slice(20),
  ].join('-');
}
