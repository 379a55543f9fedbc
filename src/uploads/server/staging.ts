import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { SECOND } from '#kernel/time.ts';
import { removeOlder } from '#platform/server/storage/remove-older.ts';
import { createUpload, TUS_VERSION } from '#uploads/contract.ts';
import { uploadLocker } from './upload-locker.ts';

export interface StagingAnswer {
  status: number;
  headers: Headers;
}

/** Stores uploads that arrive in chunks (tus 1.0). The caller checks permissions. */
export interface Staging {
  create(id: string, headers: Record<string, string>, body?: Readable): Promise<StagingAnswer>;
  append(id: string, headers: Record<string, string>, body: Readable): Promise<StagingAnswer>;
  /** Ends a writer whose connection hangs. */
  offset(id: string): Promise<StagingAnswer>;
  /** Waits for a writer to release the upload. Does not throw if it is missing. */
  remove(id: string): Promise<void>;
  toPath(id: string): string;
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
    // How long a hanging writer may continue once another request wants the upload.
    lockDrainTimeout: SECOND / 2,
    allowedOrigins: [],
    namingFunction: (request) => {
      const id = request.headers.get(ID_HEADER);
      if (id === null) throw new Error('the request to create an upload has no id');
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
      throw new Error(`the staging area returned ${response.status}: ${await response.text()}`);
    return { status: response.status, headers: response.headers };
  };
  const toPath = (id: string) => join(folder, id);

  return {
    create: (id, headers, body) => ask('POST', createUpload.path, { ...headers, [ID_HEADER]: id }, body),
    append: (id, headers, body) => ask('PATCH', `${createUpload.path}/${id}`, headers, body),
    offset: (id) => ask('HEAD', `${createUpload.path}/${id}`, {}),
    async remove(id) {
      await ask('DELETE', `${createUpload.path}/${id}`, {});
      await rm(`${toPath(id)}.json`, { force: true });
    },
    toPath,
    removeOlder: (moment) => removeOlder(folder, moment),
  };
}
