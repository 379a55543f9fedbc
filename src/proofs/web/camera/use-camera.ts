import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Message, msg } from '#kernel/text.ts';
import { drawFrame } from './draw-frame.ts';

export type CameraProblem = 'denied' | 'missing' | 'busy' | 'unsupported';
export type Facing = 'user' | 'environment';

export const problemTexts: Readonly<Record<CameraProblem, { title: Message; remedy: Message }>> = {
  denied: {
    title: msg('The camera is blocked'),
    remedy: msg('Allow the camera for this site in your browser’s settings, then try again.'),
  },
  missing: {
    title: msg('No camera found'),
    remedy: msg('Open this page on a phone or computer with a camera.'),
  },
  busy: {
    title: msg('The camera is in use'),
    remedy: msg('Close other apps that use the camera, then try again.'),
  },
  unsupported: {
    title: msg('This browser can’t use the camera'),
    remedy: msg('Open this page in a current version of Chrome, Safari, Edge or Firefox.'),
  },
};

interface CameraOptions {
  title: string;
  code?: string | undefined;
  facing: Facing;
  now: () => Date;
}

interface Camera {
  /** The picture that the marketer sees is the one that is taken. */
  canvas: RefObject<HTMLCanvasElement | null>;
  state: 'starting' | 'live' | CameraProblem;
  retry: () => void;
}

export function useCamera({ title, code, facing, now }: CameraOptions): Camera {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [state, setState] = useState<Camera['state']>('starting');
  const [attempt, setAttempt] = useState(0);
  const draw = useEffectEvent((video: HTMLVideoElement) => {
    if (canvas.current) drawFrame(canvas.current, video, { title, code, at: now() });
  });

  useEffect(() => {
    let isGone = false;
    let frame = 0;
    let stream: MediaStream | null = null;
    const video = document.createElement('video');
    video.muted = true;
    video.playsInline = true;
    const loop = () => {
      draw(video);
      frame = requestAnimationFrame(loop);
    };
    const open = async () => {
      // Missing on pages without https.
      if (!navigator.mediaDevices || !('captureStream' in HTMLCanvasElement.prototype))
        throw new DOMException('', 'NotSupportedError');
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: facing, width: { ideal: 1280 }, height: { ideal: 720 } },
        audio: false,
      });
      if (isGone) return stopAll(stream);
      video.srcObject = stream;
      await video.play();
      if (isGone) return;
      loop();
      setState('live');
    };
    open().catch((error: unknown) => {
      if (!isGone) setState(toProblem(error));
    });
    return () => {
      isGone = true;
      cancelAnimationFrame(frame);
      if (stream) stopAll(stream);
    };
  }, [facing, attempt]);

  return {
    canvas,
    state,
    retry: () => {
      setState('starting');
      setAttempt((count) => count + 1);
    },
  };
}

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** See the exceptions of getUserMedia (https://www.w3.org/TR/mediacapture-streams/). */
function toProblem(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  if (name === 'NotSupportedError') return 'unsupported';
  return 'busy';
}

export async function takePhoto(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('the canvas gave no picture');
  return new File([blob], `${name}.jpg`, { type: 'image/jpeg' });
}

const FRAMES_PER_SECOND = 24;
/** Safari records MP4. */
const RECORDING_TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'];
/** A page that is closed loses at most this much of a recording that the browser has not handed over. */
const SLICE_MS = 5000;
/** The server's limit for a video, less a tenth for its structure. */
const MOST_BITS = 200 * 1024 * 1024 * 8 * 0.9;
const USUAL_BITS_PER_SECOND = 2_000_000;

export interface Recording {
  stop: () => void;
  /** Resolves after `stop`. */
  file: Promise<File>;
}

/** Records the canvas, so that the title and the time are in every picture. */
export function recordVideo(canvas: HTMLCanvasElement, name: string, mostSeconds: number): Recording {
  const mimeType = RECORDING_TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const recorder = new MediaRecorder(canvas.captureStream(FRAMES_PER_SECOND), {
    mimeType,
    videoBitsPerSecond: Math.min(USUAL_BITS_PER_SECOND, Math.floor(MOST_BITS / mostSeconds)),
  });
  const parts: Blob[] = [];
  const file = new Promise<File>((resolve, reject) => {
    recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) parts.push(data);
    });
    recorder.addEventListener('error', () => reject(new Error('the recording failed')));
    recorder.addEventListener('stop', () => {
      const type = recorder.mimeType.split(';')[0] || 'video/webm';
      resolve(new File(parts, `${name}.${type === 'video/mp4' ? 'mp4' : 'webm'}`, { type }));
    });
  });
  recorder.start(SLICE_MS);
  return {
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop();
    },
    file,
  };
}
