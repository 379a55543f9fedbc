/** The app of the identity check tests, with users who submit one and access to the file storage. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, testApp } from '../app.ts';
import { confirmTerms } from './approved-marketer.ts';
import { succeed } from '../client.ts';
import { multipartForm } from '../form.ts';
import { pdf, picture } from '../media.ts';
import { decideKyc, getKycStatus } from '#kyc/contract.ts';
import { kycFormSample } from '#kyc/sample.ts';

export async function stageKyc(options: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp({ listens: false, ...options });
  const png = await picture('png');
  const image = (content = png, name = 'id.png') => ({ name, type: 'image/png', content });
  const both = () => ({
    idDocument: image(),
    proofOfAddress: { name: 'letter.pdf', type: 'application/pdf', content: pdf('LETTER') },
  });

  async function newcomer(type: 'marketer' | 'advertiser' = 'marketer'): Promise<Client> {
    const client = await app.signIn(type);
    await confirmTerms(client);
    return client;
  }

  async function handIn(
    client: Client,
    changes: Record<string, string> = {},
    files: Parameters<typeof multipartForm>[1] = both(),
  ) {
    const form = await multipartForm({ ...kycFormSample, ...changes }, files);
    return client.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
  }

  return {
    app,
    image,
    both,
    newcomer,
    handIn,
    async waiting(changes: Record<string, string> = {}): Promise<Client> {
      const client = await newcomer();
      await succeed(handIn(client, changes));
      return client;
    },
    statusOf: async (client: Client) => (await client.call(getKycStatus)).body,
    decide: (admin: Client, userId: string, status: 'approved' | 'rejected', reason?: string) =>
      admin.call(decideKyc, { params: { userId }, body: { status, reason } }),
    /** Returns the raw files in the storage. */
    async storedFiles(): Promise<Buffer[]> {
      const folder = join(app.deps.config.dataDir, 'files');
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
    },
    rows: async (statement: string, values: unknown[] = []) =>
      (await app.database.asOwner(statement, values)).rows,
  };
}
