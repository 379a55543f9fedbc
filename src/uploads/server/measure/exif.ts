/** Runs on untrusted bytes (CIPA DC-008, TIFF 6.0): every offset is checked, and a damaged block gives no facts. */
export interface ExifFacts {
  /** Null if the block has no time, or a time without its zone. */
  takenAt: Date | null;
  place: { lat: number; lng: number } | null;
  /** True if it names the camera's maker or model. A canvas of a page never does. */
  hasCamera: boolean;
}

const NO_FACTS: ExifFacts = { takenAt: null, place: null, hasCamera: false };

const TAG = {
  make: 0x010f,
  model: 0x0110,
  exif: 0x8769,
  gps: 0x8825,
  original: 0x9003,
  originalOffset: 0x9011,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  gpsTime: 7,
  gpsDate: 29,
} as const;

/** Bytes per value of each TIFF type. */
const sizes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
/** More entries than any camera writes. */
const MOST_ENTRIES = 512;

export function readExif(block: Buffer | undefined): ExifFacts {
  if (!block) return NO_FACTS;
  const bytes = block.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block;
  try {
    return readFacts(bytes);
  } catch (error) {
    // An offset outside of the block.
    if (error instanceof RangeError) return NO_FACTS;
    throw error;
  }
}

function readFacts(bytes: Buffer): ExifFacts {
  const order = bytes.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return NO_FACTS;
  const tiff = new Tiff(bytes, order === 'II');
  const main = tiff.readDirectory(tiff.uint32(4));
  const exif = tiff.readSubdirectory(main.get(TAG.exif));
  const gps = tiff.readSubdirectory(main.get(TAG.gps));
  return {
    takenAt: readGpsTime(tiff, gps) ?? readOriginalTime(tiff, exif),
    place: readPlace(tiff, gps),
    hasCamera: main.has(TAG.make) || main.has(TAG.model),
  };
}

interface Entry {
  type: number;
  count: number;
  position: number;
}
type Directory = ReadonlyMap<number, Entry>;

class Tiff {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, isLittle: boolean) {
    this.#bytes = bytes;
    this.#isLittle = isLittle;
  }

  uint16(position: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(position) : this.#bytes.readUInt16BE(position);
  }

  uint32(position: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(position) : this.#bytes.readUInt32BE(position);
  }

  readDirectory(position: number): Directory {
    const entries = new Map<number, Entry>();
    const count = Math.min(this.uint16(position), MOST_ENTRIES);
    for (let at = 0; at < count; at += 1) {
      const start = position + 2 + at * 12;
      const type = this.uint16(start + 2);
      const values = this.uint32(start + 4);
      const length = (sizes[type] ?? 0) * values;
      entries.set(this.uint16(start), {
        type,
        count: values,
        position: length <= 4 ? start + 8 : this.uint32(start + 8),
      });
    }
    return entries;
  }

  readSubdirectory(pointer: Entry | undefined): Directory {
    return pointer ? this.readDirectory(this.uint32(pointer.position)) : new Map();
  }

  text(entry: Entry | undefined): string {
    if (entry?.type !== 2) return '';
    return (
      this.#bytes
        .toString('latin1', entry.position, entry.position + Math.min(entry.count, 64))
        .split('\0')[0] ?? ''
    );
  }

  fractions(entry: Entry | undefined, count: number): number[] | null {
    if (entry?.type !== 5 || entry.count < count) return null;
    const values = Array.from({ length: count }, (_, at) => {
      const position = entry.position + at * 8;
      return this.uint32(position) / this.uint32(position + 4);
    });
    return values.every(Number.isFinite) ? values : null;
  }
}

/** GPS time is UTC. */
function readGpsTime(tiff: Tiff, gps: Directory): Date | null {
  const [year, month, day] = tiff.text(gps.get(TAG.gpsDate)).split(':').map(Number);
  const time = tiff.fractions(gps.get(TAG.gpsTime), 3);
  if (!year || !month || !day || !time) return null;
  const [hours = 0, minutes = 0, seconds = 0] = time;
  return toDate(Date.UTC(year, month - 1, day) + ((hours * 60 + minutes) * 60 + seconds) * 1000);
}

/** The time of day is local, so it is used only with its offset (since EXIF 2.31). */
function readOriginalTime(tiff: Tiff, exif: Directory): Date | null {
  const time = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(tiff.text(exif.get(TAG.original)));
  const offset = /^[+-]\d\d:\d\d$/.exec(tiff.text(exif.get(TAG.originalOffset)));
  if (!time || !offset) return null;
  return toDate(Date.parse(`${time[1]}-${time[2]}-${time[3]}T${time[4]}${offset[0]}`));
}

function toDate(milliseconds: number): Date | null {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1990 && year < 3000 ? date : null;
}

function readPlace(tiff: Tiff, gps: Directory): ExifFacts['place'] {
  const lat = readDegrees(tiff, gps, TAG.latitude, TAG.latitudeRef, 'S');
  const lng = readDegrees(tiff, gps, TAG.longitude, TAG.longitudeRef, 'W');
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  // Cameras without a fix write zeros.
  return lat === 0 && lng === 0 ? null : { lat, lng };
}

function readDegrees(tiff: Tiff, gps: Directory, tag: number, ref: number, negative: string): number | null {
  const parts = tiff.fractions(gps.get(tag), 3);
  if (!parts) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = parts;
  const size = degrees + minutes / 60 + seconds / 3600;
  return tiff.text(gps.get(ref)).startsWith(negative) ? -size : size;
}
