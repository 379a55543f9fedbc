/** Generates small test files of every type: real images, and videos reduced to their structure. */
import sharp from 'sharp';

type ImageFormat = 'png' | 'jpeg' | 'webp';

/** Noise, so that the image does not compress to nothing. */
export function picture(format: ImageFormat, width = 64, height = 48): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#884400',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .toFormat(format)
    .toBuffer();
}

/** Returns a photo like a phone's: rotated, with a location in its EXIF. */
export function photoWithPlace(width = 64, height = 48): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#2266aa' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Telephone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 46/1 30/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

export function pdf(content = ''): Buffer {
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n${content}\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  );
}

export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + content.length, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}

export const PLACE = '+37.7750-122.4183+015.000/';

/** Returns an MP4 or MOV with the boxes that a phone writes, including a location. It is not playable. */
export function movie(brand: 'isom' | 'qt  ', mediaBytes = 1000, more: readonly Buffer[] = []): Buffer {
  const place = box('udta', box('\u00a9xyz', Buffer.from(PLACE)));
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      box('trak', box('tkhd', Buffer.alloc(84)), place),
      box('meta', Buffer.from(PLACE)),
      place,
    ),
    box('mdat', Buffer.alloc(mediaBytes, 7)),
    ...more,
  ]);
}

/**
 * Returns a WebM header and one segment. If `isRecorded`, the segment's length is unknown, as a browser's
 * recorder writes it.
 */
export function webm(isRecorded = false, mediaBytes = 100): Buffer {
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')]);
  const header = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + docType.length]), docType]);
  const length = Buffer.from(isRecorded ? [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff] : [0x10, 0, 0, 0]);
  if (!isRecorded) length.writeUInt32BE(0x10000000 + mediaBytes, 0);
  return Buffer.concat([header, Buffer.from([0x18, 0x53, 0x80, 0x67]), length, Buffer.alloc(mediaBytes, 7)]);
}
