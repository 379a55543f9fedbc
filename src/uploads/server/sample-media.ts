import sharp from 'sharp';

type ImageFormat = 'png' | 'jpeg' | 'webp';

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

export function scene(variant: number, width = 640, height = 480): Promise<Buffer> {
  let state = variant * 7919 + 1;
  // A linear congruential generator, so that each variant is the same in every run.
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const shapes = Array.from({ length: 24 }, () => {
    const color = `rgb(${next(256)},${next(256)},${next(256)})`;
    return next(2) === 0
      ? `<rect x="${next(600) - 60}" y="${next(440) - 40}" width="${40 + next(220)}" height="${40 + next(200)}" fill="${color}"/>`
      : `<ellipse cx="${next(640)}" cy="${next(480)}" rx="${20 + next(110)}" ry="${20 + next(110)}" fill="${color}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 640 480">
    <defs><linearGradient id="sky" x2="${next(2)}" y2="1"><stop stop-color="rgb(${next(256)},${next(256)},${next(256)})"/>
    <stop offset="1" stop-color="rgb(${next(256)},${next(256)},${next(256)})"/></linearGradient></defs>
    <rect width="640" height="480" fill="url(#sky)"/>${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();
}

export function photoWithPlace(width = 64, height = 48): Promise<Buffer> {
  return (
    sharp({ create: { width, height, channels: 3, background: '#2266aa' } })
      .jpeg()
      // not for users
      .withExif({ IFD0: { Make: 'Telephone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 46/1 30/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
  );
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

export const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4);
  return bytes;
};

const TRACK_SCALE = 600;
const FRAMES_PER_SECOND = 30;

function videoMedia(seconds: number): Buffer {
  const count = seconds * FRAMES_PER_SECOND;
  const frames = uint32(0, 1, count, TRACK_SCALE / FRAMES_PER_SECOND);
  const sizes = uint32(0, 0, count, ...Array.from({ length: count }, () => 1));
  return box(
    'mdia',
    box('mdhd', uint32(0, 0, 0, TRACK_SCALE, seconds * TRACK_SCALE, 0)),
    box('hdlr', uint32(0, 0), Buffer.from('vide'), Buffer.alloc(13)),
    box('minf', box('stbl', box('stts', frames), box('stsz', sizes))),
  );
}

/** Has the boxes that a phone writes, including a location. Not playable. */
export function movie(
  brand: 'isom' | 'qt  ',
  mediaBytes = 1000,
  more: readonly Buffer[] = [],
  seconds = 120,
): Buffer {
  const place = box('udta', box('\u00a9xyz', Buffer.from(PLACE)));
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}`, 'latin1')),
    box(
      'moov',
      box('mvhd', Buffer.alloc(100)),
      box('trak', box('tkhd', Buffer.alloc(84)), videoMedia(seconds), place),
      box('meta', Buffer.from(PLACE)),
      place,
    ),
    box('mdat', Buffer.alloc(mediaBytes, 7)),
    ...more,
  ]);
}

/** If `isRecorded`, the segment's length is unknown, as a browser's recorder writes it. */
export function webm(isRecorded = false, mediaBytes = 100): Buffer {
  return segment(isRecorded, Buffer.alloc(mediaBytes, 7));
}

export function element(id: string, content: Buffer, hasSize = true): Buffer {
  const size = Buffer.from('01ffffffffffffff', 'hex');
  if (hasSize) size.writeUIntBE(content.length, 2, 6);
  if (hasSize) size[1] = 0;
  return Buffer.concat([Buffer.from(id, 'hex'), size, content]);
}

/** As a browser records it: without any length, with a cluster of unknown size per second and ten frames in each. */
export function recording(seconds: number, frameBytes = 20): Buffer {
  const video = element(
    'ae',
    Buffer.concat([element('d7', Buffer.from([1])), element('83', Buffer.from([1]))]),
  );
  const info = element('1549a966', element('2ad7b1', Buffer.from([0x0f, 0x42, 0x40])));
  const clusters = Array.from({ length: seconds }, (_, second) => {
    const frames = Array.from({ length: 10 }, (__, at) => {
      const head = Buffer.from([0x81, 0, 0, 0x80]);
      head.writeInt16BE(at * 100, 1);
      return element('a3', Buffer.concat([head, Buffer.alloc(frameBytes, second + at)]));
    });
    return element('1f43b675', Buffer.concat([element('e7', uint32(second * 1000)), ...frames]), false);
  });
  return segment(true, Buffer.concat([info, element('1654ae6b', video), ...clusters]));
}

export function segment(isRecorded: boolean, content: Buffer): Buffer {
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')]);
  const header = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + docType.length]), docType]);
  const length = Buffer.from(isRecorded ? [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff] : [0x10, 0, 0, 0]);
  if (!isRecorded) length.writeUInt32BE(0x10000000 + content.length, 0);
  return Buffer.concat([header, Buffer.from([0x18, 0x53, 0x80, 0x67]), length, content]);
}
