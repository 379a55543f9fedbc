/** Flags, then a size or the bits of one, then a count (ISO 14496-12). */
const HEADER_BYTES = 12;

/** Reads an MP4's table of sample sizes (stsz or stz2). A frame without content is no picture. */
export function readSampleSizes(type: string, table: Buffer): { count: number; bytes: number } {
  if (table.length < HEADER_BYTES) return { count: 0, bytes: 0 };
  const [size, stated] = [table.readUInt32BE(4), table.readUInt32BE(8)];
  if (type === 'stsz' && size > 0) return { count: stated, bytes: stated * size };
  const bits = type === 'stsz' ? 32 : size & 0xff;
  const samples = { count: 0, bytes: 0 };
  for (let at = 0; at < stated && HEADER_BYTES + Math.ceil(((at + 1) * bits) / 8) <= table.length; at += 1) {
    const found = readSize(table, at, bits);
    if (found === null) break;
    if (found > 0) samples.count += 1;
    samples.bytes += found;
  }
  return samples;
}

export function listSampleSizes(type: string, table: Buffer, most: number): number[] {
  if (table.length < HEADER_BYTES) return [];
  const [size, stated] = [table.readUInt32BE(4), Math.min(table.readUInt32BE(8), most)];
  if (type === 'stsz' && size > 0) return Array.from({ length: stated }, () => size);
  const bits = type === 'stsz' ? 32 : size & 0xff;
  const sizes: number[] = [];
  for (let at = 0; at < stated && HEADER_BYTES + Math.ceil(((at + 1) * bits) / 8) <= table.length; at += 1) {
    const found = readSize(table, at, bits);
    if (found === null) break;
    sizes.push(found);
  }
  return sizes;
}

function readSize(table: Buffer, at: number, bits: number): number | null {
  const position = HEADER_BYTES + Math.floor((at * bits) / 8);
  switch (bits) {
    case 4:
      return at % 2 === 0 ? table.readUInt8(position) >> 4 : table.readUInt8(position) & 0xf;
    case 8:
      return table.readUInt8(position);
    case 16:
      return table.readUInt16BE(position);
    case 32:
      return table.readUInt32BE(position);
    default:
      return null;
  }
}
