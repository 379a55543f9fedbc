import { expect, test } from 'vitest';
import { drawFrame, type Strip } from './draw-frame.ts';
import { formatStamp } from './format-stamp.ts';

const at = new Date('2026-11-26T16:55:49Z');
const [width, height] = [1280, 720];

function draw(strip: Strip) {
  const drawn: string[] = [];
  const texts: { text: string; x: number; y: number }[] = [];
  const context = {
    drawImage: () => drawn.push('picture'),
    fillRect: (x: number, y: number, wide: number, high: number) =>
      drawn.push(`box ${x} ${y} ${wide} ${high}`),
    fillText: (text: string, x: number, y: number) => {
      drawn.push(text);
      texts.push({ text, x, y });
    },
    measureText: (text: string) => ({ width: 30 * text.length }),
  };
  const canvas = { width: 0, height: 0, getContext: () => context };
  const video = { videoWidth: width, videoHeight: height };
  drawFrame(canvas as unknown as HTMLCanvasElement, video as HTMLVideoElement, strip); // only what is drawn on
  return { drawn, texts, size: [canvas.width, canvas.height] };
}

test('writes the title and the time on a strip at the foot of the whole picture', () => {
  const { drawn, texts, size } = draw({ title: 'Cold brew', at });
  expect(size).toEqual([width, height]);
  expect(drawn).toEqual(['picture', 'box 0 648 1280 72', 'Cold brew', formatStamp(at)]);
  for (const { y } of texts) expect(y).toBeGreaterThan(648);
});

test('writes the code of a check at the right', () => {
  const { texts } = draw({ title: 'Cold brew', code: 'T6TTW', at });
  const code = texts.find(({ text }) => text === 'T6TTW');
  expect(code?.x).toBeGreaterThan(width / 2);
  expect(texts.map(({ text }) => text)).toEqual(['T6TTW', 'Cold brew', formatStamp(at)]);
});
