/**
 * The same encoded frames in several containers, as programs write them that copy a video without encoding it again.
 */
import { createHash } from 'node:crypto';
import { box, element, PLACE, segment, uint32 } from './sample-media.ts';

const FRAME_BYTES = 1600;
const TRACK = 7;
const SCALE = 600;
const FRAME_UNITS = 20;

export function videoFrames(name: string, count: number, from = 0): Buffer[] {
  return Array.from({ length: count }, (_, at) => {
    const hash = createHash('sha256')
      .update(`${name} ${from + at}`)
      .digest();
    return Buffer.concat(Array.from({ length: FRAME_BYTES / hash.length }, () => hash));
  });
}

const describing = (tables: readonly Buffer[], more: readonly Buffer[] = []) =>
  box(
    'trak',
    box('tkhd', uint32(0, 0, 0, TRACK), Buffer.alloc(68)),
    box(
      'mdia',
      box('mdhd', uint32(0, 0, 0, SCALE, 0, 0)),
      box('hdlr', uint32(0, 0), Buffer.from('vide'), Buffer.alloc(13)),
      box('minf', box('stbl', ...tables)),
    ),
    ...more,
  );

export function toMovie(frames: readonly Buffer[], { place = false, tailFirst = false } = {}): Buffer {
  const perChunk = 3;
  const sound = Buffer.alloc(500, 9);
  const chunks = Array.from({ length: Math.ceil(frames.length / perChunk) }, (_, at) =>
    Buffer.concat(frames.slice(at * perChunk, (at + 1) * perChunk)),
  );
  const whole = Math.floor(frames.length / perChunk);
  const rest = frames.length % perChunk;
  const runs = [[1, perChunk, 1], ...(rest > 0 ? [[whole + 1, rest, 1]] : [])];
  const build = (offsets: readonly number[]) => {
    const tables = [
      box('stts', uint32(0, 1, frames.length, FRAME_UNITS)),
      box('stsc', uint32(0, runs.length, ...runs.flat())),
      box('stsz', uint32(0, 0, frames.length, ...frames.map(({ length }) => length))),
      box('stco', uint32(0, offsets.length, ...offsets)),
    ];
    const texts = place ? [box('udta', box('\u00a9xyz', Buffer.from(PLACE)))] : [];
    return box('moov', box('mvhd', Buffer.alloc(100)), describing(tables, texts), ...texts);
  };
  const type = box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'));
  const content = box('mdat', ...chunks.flatMap((chunk) => [chunk, sound]));
  const first = type.length + 8 + (tailFirst ? build(chunks.map(() => 0)).length : 0);
  const offsets = chunks.map((_, at) =>
    chunks.slice(0, at).reduce((sum, chunk) => sum + chunk.length + sound.length, first),
  );
  const moov = build(offsets);
  return Buffer.concat(tailFirst ? [type, moov, content] : [type, content, moov]);
}

export function toFragments(frames: readonly Buffer[]): Buffer {
  const fragments = Array.from({ length: Math.ceil(frames.length / 10) }, (_, at) => {
    const own = frames.slice(at * 10, (at + 1) * 10);
    const build = (offset: number) =>
      box(
        'moof',
        box('mfhd', uint32(0, at + 1)),
        box(
          'traf',
          box('tfhd', uint32(0x20000, TRACK)),
          box('trun', uint32(0x201, own.length, offset, ...own.map(({ length }) => length))),
        ),
      );
    return Buffer.concat([build(build(0).length + 8), box('mdat', ...own)]);
  });
  const usual = box('mvex', box('trex', uint32(0, TRACK, 1, FRAME_UNITS, 0, 0)));
  const tables = [box('stts', uint32(0, 0)), box('stsc', uint32(0, 0)), box('stsz', uint32(0, 0, 0))];
  const moov = box('moov', box('mvhd', Buffer.alloc(100)), describing(tables), usual);
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1')), moov, ...fragments]);
}

export function toWebm(frames: readonly Buffer[]): Buffer {
  const video = element(
    'ae',
    Buffer.concat([element('d7', Buffer.from([1])), element('83', Buffer.from([1]))]),
  );
  const perCluster = 30;
  const clusters = Array.from({ length: Math.ceil(frames.length / perCluster) }, (_, at) => {
    const blocks = frames.slice(at * perCluster, (at + 1) * perCluster).map((frame, number) => {
      const head = Buffer.from([0x81, 0, 0, 0x80]);
      head.writeInt16BE(Math.floor((number * 1000) / perCluster), 1);
      return element('a3', Buffer.concat([head, frame]));
    });
    return element('1f43b675', Buffer.concat([element('e7', uint32(at * 1000)), ...blocks]), false);
  });
  return segment(true, Buffer.concat([element('1654ae6b', video), ...clusters]));
}
