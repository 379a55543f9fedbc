import type { Client } from './app.ts';

/**
 * Uploads a file in one piece with the resumable protocol (tus 1.0). Returns its id, the last part of the
 * Location header.
 */
export async function uploadFile(
  client: Client,
  content: Buffer,
  purpose: string,
  filename: string,
): Promise<string> {
  const metadata = Object.entries({ purpose, filename })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  const protocol = { 'tus-resumable': '1.0.0' };
  const created = await client.request('POST', '/api/uploads', undefined, {
    headers: { ...protocol, 'upload-length': String(content.length), 'upload-metadata': metadata },
  });
  if (created.status !== 201) throw new Error(`upload refused: ${created.status} ${created.error.message}`);
  const path = new URL(String(created.headers['location']), 'http://localhost').pathname;
  const sent = await client.request('PATCH', path, content, {
    headers: { ...protocol, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  });
  if (sent.status !== 204) throw new Error(`upload failed: ${sent.status} ${sent.error.message}`);
  return path.split('/').at(-1) ?? '';
}
