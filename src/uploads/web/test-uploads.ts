import { vi } from 'vitest';
import { stubProperty } from '#platform/web/test-cleanup.ts';

export interface UploadStub {
  uploads: Map<string, { length: number; received: number; metadata: string }>;
  removed: string[];
  /** If set, every PATCH gets this refusal, fails if 'offline', or waits for a response if 'stalled'. */
  trouble: { status: number; message: string } | 'offline' | 'stalled' | null;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

export function stubUploads(): UploadStub {
  const stub: UploadStub = { uploads: new Map(), removed: [], trouble: null };
  vi.stubGlobal(
    'XMLHttpRequest',
    requestClass((request) => answer(stub, request)),
  );
  stubProperty(URL, 'createObjectURL', () => 'blob:preview');
  stubProperty(URL, 'revokeObjectURL', () => undefined);
  return stub;
}

interface Received {
  method: string;
  id: string;
  headers: ReadonlyMap<string, string>;
  bytes: number;
}

const plain = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  text: '',
});

/** Returns null if there is no connection, and undefined if no response comes. */
function answer(stub: UploadStub, { method, id, headers, bytes }: Received): Answer | null | undefined {
  if (method === 'POST') {
    const created = `upload-${stub.uploads.size + 1}`;
    const metadata = headers.get('upload-metadata') ?? '';
    stub.uploads.set(created, { length: Number(headers.get('upload-length')), received: 0, metadata });
    return plain(201, { location: `/api/uploads/${created}` });
  }
  const upload = stub.uploads.get(id);
  if (!upload) return plain(404);
  if (method === 'DELETE') {
    stub.removed.push(id);
    return plain(204);
  }
  if (method === 'PATCH') {
    if (stub.trouble === 'offline') return null;
    if (stub.trouble === 'stalled') return undefined;
    if (stub.trouble) {
      const { status, message } = stub.trouble;
      return { status, headers: {}, text: JSON.stringify({ code: 'upload/wrong-type', message }) };
    }
    upload.received += bytes;
  }
  const offset = { 'upload-offset': `${upload.received}`, 'upload-length': `${upload.length}` };
  return plain(method === 'PATCH' ? 204 : 200, offset);
}

function requestClass(reply: (request: Received) => Answer | null | undefined): new () => object {
  return class {
    status = 0;
    responseText = '';
    withCredentials = false;
    upload: { onprogress?: (event: object) => void } = {};
    onload: () => void = () => {};
    onerror: (error: Error) => void = () => {};
    #method = '';
    #id = '';
    #sent = new Map<string, string>();
    #answered: Record<string, string> = {};

    open(method: string, address: string) {
      this.#method = method;
      this.#id = address.split('/').at(-1) ?? '';
    }
    setRequestHeader(name: string, value: string) {
      this.#sent.set(name.toLowerCase(), value);
    }
    getResponseHeader(name: string) {
      return this.#answered[name.toLowerCase()] ?? null;
    }
    abort() {}
    send(body: Blob | null) {
      const bytes = body?.size ?? 0;
      setTimeout(() => {
        const answered = reply({ method: this.#method, id: this.#id, headers: this.#sent, bytes });
        if (answered === undefined) return;
        if (answered === null) {
          this.onerror(new Error('there is no connection'));
          return;
        }
        this.upload.onprogress?.({ lengthComputable: true, loaded: bytes });
        this.status = answered.status;
        this.responseText = answered.text;
        this.#answered = answered.headers;
        this.onload();
      }, 0);
    }
  };
}
