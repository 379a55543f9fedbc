import { knowSecretsIn } from './scans/log-scan.ts';

export async function multipartForm(
  fields: Readonly<Record<string, string | undefined>>,
  files: Record<string, { name: string; type: string; content: Buffer }>,
): Promise<{ body: Buffer; headers: { 'content-type': string } }> {
  knowSecretsIn(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  for (const [name, { name: filename, type, content }] of Object.entries(files)) {
    form.set(name, new File([new Uint8Array(content)], filename, { type }));
  }
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}
