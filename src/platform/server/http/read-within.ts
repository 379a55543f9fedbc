/** Null if the body has more bytes than this, counted after decompression. */
export async function readWithin(
  body: AsyncIterable<Uint8Array> | null,
  limitBytes: number,
): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limitBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
