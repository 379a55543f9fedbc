import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { SECOND } from '#kernel/time.ts';
import { createUpload, TUS_VERSION } from '#uploads/contract.ts';
import { uploadLocker } from './upload-locker.ts';

/** The protocol's answer: where the error shape is ours, only status and offset matter. */
export interface StagingAnswer {
  status: number;
  headers: Headers;
}

/** Where uploads arrive piece by piece (tus 1.0) until they are whole. Who may, and what for, is decided before. */
export interface Staging {
  create(id: string, headers: Record<string, string>, body?: Readable): Promise<StagingAnswer>;
  append(id: string, headers: Record<string, string>, body: Readable): Promise<StagingAnswer>;
  /** How many bytes are there; ends a writer whose connection hangs. */
  offset(id: string): Promise<StagingAnswer>;
  /** Waits for a writer to let go, then removes; no error where nothing is there. */
  remove(id: string): Promise<void>;
  /** The file of an upload. */
  pathOf(id: string): string;
  /** Removes what was last written before this moment, whatever it belongs to. */
  removeOlder(moment: Date): Promise<number>;
}

const ID_HEADER = 'x-upload-id';

export function openStaging(folder: string): Staging {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store = new FileStore({ directory: folder });
  const server = new Server({
    path: createUpload.path,
    datastore: store,
    relativeLocation: true,
    locker: uploadLocker(),
    // How long a writer whose connection hangs may go on once somebody asks to continue in its place.
    lockDrainTimeout: SECOND / 2,
    // No CORS: the browser's pages are our own.
    allowedOrigins: [],
    namingFunction: (request) => {
      const id = request.headers.get(ID_HEADER);
      if (id === null) throw new Error('an upload is created without an id');
      return id;
    },
  });

  const ask = async (method: string, path: string, headers: Record<string, string>, body?: Readable) => {
    const request = new Request(`http://staging${path}`, {
      method,
      headers: { ...headers, 'tus-resumable': TUS_VERSION },
      ...(body ? { body: Readable.toWeb(body), duplex: 'half' as const } : {}),
    });
    const response = await server.handleWeb(request);
    if (response.status >= 500)
      throw new Error(`the staging area answers ${response.status}: ${await response.text()}`);
    return { status: response.status, headers: response.headers };
  };
  const pathOf = (id: string) => join(folder, id);

  return {
    create: (id, headers, body) => ask('POST', createUpload.path, { ...headers, [ID_HEADER]: id }, body),
    append: (id, headers, body) => ask('PATCH', `${createUpload.path}/${id}`, headers, body),
    offset: (id) => ask('HEAD', `${createUpload.path}/${id}`, {}),
    async remove(id) {
      await ask('DELETE', `${createUpload.path}/${id}`, {});
      await rm(`${pathOf(id)}.json`, { force: true });
    },
    pathOf,
    removeOlder: (moment) => removeOlder(folder, moment),
  };
}

async function removeOlder(folder: string, moment: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtime } = await stat(path);
    if (mtime >= moment) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
