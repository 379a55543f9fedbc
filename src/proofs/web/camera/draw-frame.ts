import { formatStamp } from './format-stamp.ts';

/**
 * The strip with the title and the time takes this share of the height. The server's hash leaves out a tenth on each
 * side, so that the strip does not make different photos alike (decision 54.5).
 */
const STRIP_SHARE = 0.1;

/** Draws the camera's present picture with the campaign's title and the time at its foot. */
export function drawFrame(canvas: HTMLCanvasElement, video: HTMLVideoElement, title: string, at: Date): void {
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
  context.font = `600 ${line}px system-ui, sans-serif`;
  context.fillText(title, padding, height - strip * 0.7, width - 2 * padding);
  context.fillText(time, padding, height - strip * 0.3, width - 2 * padding);
}
