import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Journal = {
  /** Lines reach the file in this order. */
  append(line: unknown): void;
  /**
   * Resolves when every line is on disk. Rejects if they cannot be written, such as to a full disk. The next call tries
   * again.
   */
  flushed(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Cuts off a last line torn by a crash: no response had reported its change.
 * @throws if a line in the middle cannot be read, because then the file is damaged.
 */
export async function openJournal(file: string, replay: (line: unknown) => void): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  const text = await readFile(file, 'utf8').catch(emptyWhereMissing);
  const { lines, wholeText } = readLines(text, file);
  const wholeBytes = Buffer.byteLength(wholeText);
  if (wholeBytes < Buffer.byteLength(text)) await truncate(file, wholeBytes);
  for (const line of lines) replay(line);

  return appendTo(file);
}

export async function appendTo(file: string): Promise<Journal> {
  // The file contains the key that signs webhooks, so only its owner can read it.
  const handle = await open(file, 'a', 0o600);
  const waiting: string[] = [];
  let wholeBytes = (await handle.stat()).size;
  let isTorn = false;
  let round = Promise.resolve();
  let isRoundPlanned = false;

  async function writeWaiting(): Promise<void> {
    isRoundPlanned = false;
    const lines = waiting.splice(0);
    const text = lines.join('');
    try {
      if (isTorn) await handle.truncate(wholeBytes);
      isTorn = true;
      await handle.appendFile(text);
      await handle.datasync();
      wholeBytes += Buffer.byteLength(text);
      isTorn = false;
    } catch (error) {
      waiting.unshift(...lines);
      throw error;
    }
  }

  function planRound(): void {
    if (isRoundPlanned) return;
    isRoundPlanned = true;
    round = round.catch(() => undefined).then(writeWaiting);
    // Callers of `flushed` get the failure. Without a caller it is not an unhandled rejection.
    round.catch(() => undefined);
  }

  function flushed(): Promise<void> {
    if (waiting.length > 0) planRound();
    return round;
  }

  return {
    append(line) {
      waiting.push(`${JSON.stringify(line)}\n`);
      planRound();
    },
    flushed,
    async close() {
      await flushed().catch(() => undefined);
      await handle.close();
    },
  };
}

export function memoryJournal(): Journal {
  return { append: () => undefined, flushed: async () => undefined, close: async () => undefined };
}

function readLines(text: string, file: string): { lines: unknown[]; wholeText: string } {
  const texts = text.split('\n');
  // After the last line break there is nothing, or a line torn by a crash.
  texts.pop();
  const lines: unknown[] = [];
  for (const [index, line] of texts.entries()) {
    try {
      lines.push(JSON.parse(line));
    } catch {
      if (index < texts.length - 1) throw new Error(`${file}: line ${index + 1} is not JSON`);
      texts.pop();
    }
  }
  return { lines, wholeText: texts.map((line) => `${line}\n`).join('') };
}

function emptyWhereMissing(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
  throw error;
}
