import { formatStamp } from './format-stamp.ts';

/**
 * The strip with the title and the time takes this share of the height. The server's hash leaves out a tenth on each
 * side, so that the strip does not make different photos alike (decision 54.5).
 */
const STRIP_SHARE = 0.1;

export interface Strip {
  title: string;
  code?: string | undefined;
  at: Date;
}

export function drawFrame(
  canvas: HTMLCanvasElement,
  video: HTMLVideoElement,
  { title, code, at }: Strip,
): void {
  const { videoWidth: width, videoHeight: height } = video;
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.drawImage(video, 0, 0, width, height);
  const strip = Math.round(height * STRIP_SHARE);
  const padding = Math.round(strip * 0.3);
  context.fillStyle = 'rgb(0 0 0 / 65%)';
  context.fillRect(0, height - strip, width, strip);
  context.fillStyle = '#ffffff';
  context.textBaseline = 'middle';
  const time = formatStamp(at);
  const line = Math.round(Math.min(strip * 0.3, width * 0.038));
  const codeWidth = code
    ? drawCode(context, code, { right: width - padding, y: height - strip / 2, strip })
    : 0;
  const room = width - 2 * padding - codeWidth;
  context.font = `600 ${line}px system-ui, sans-serif`; // not for users
  context.fillText(title, padding, height - strip * 0.7, room);
  context.fillText(time, padding, height - strip * 0.3, room);
}

/** Returns the width that it takes. */
function drawCode(
  context: CanvasRenderingContext2D,
  code: string,
  { right, y, strip }: { right: number; y: number; strip: number },
): number {
  context.font = `700 ${Math.round(strip * 0.62)}px ui-monospace, monospace`; // not for users
  const width = Math.min(context.measureText(code).width, right / 3);
  context.fillText(code, right - width, y, width);
  return width + strip * 0.3;
}
