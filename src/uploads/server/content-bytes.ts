import { open } from 'node:fs/promises';

export interface ContentBytes {
  size: number;
  read(position: number, length: number): Promise<Buffer>;
  /** Overwrites with zeros. */
  blank(position: number, length: number): Promise<void>;
  write(position: number, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

const BLANK_BYTES = 64 * 1024;

/** Writes change the file or the buffer itself. */
export async function openContent(source: string | Buffer): Promise<ContentBytes> {
  const bytes = Buffer.isBuffer(source) ? inMemory(source) : await inFile(source);
  return {
    ...bytes,
    async blank(position, length) {
      for (let done = 0; done < length; done += BLANK_BYTES) {
        await bytes.write(position + done, Buffer.alloc(Math.min(BLANK_BYTES, length - done)));
      }
    },
  };
}

function inMemory(buffer: Buffer): Omit<ContentBytes, 'blank'> {
  return {
    size: buffer.length,
    read: async (position, length) => buffer.subarray(position, position + length),
    async write(position, bytes) {
      bytes.copy(buffer, position);
    },
    close: async () => {},
  };
}

async function inFile(path: string): Promise<Omit<ContentBytes, 'blank'>> {
  const file = await open(path, 'r+');
  const { size } = await file.stat();
  return {
    size,
    async read(position, length) {
      const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      return buffer.subarray(0, bytesRead);
    },
    async write(position, bytes) {
      await file.write(bytes, 0, bytes.length, position);
    },
    close: () => file.close(),
  };
}
