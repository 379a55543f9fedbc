/** What the tests of identity checks share: people who hand something in, and a look at what is stored. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { updateCompliance } from '#profiles/contract.ts';
import { type Client, type TestApp, testApp } from './app.ts';
import { multipartForm } from './form.ts';
import { pdf, picture } from './media.ts';
import { decideKyc, getKycStatus } from '#kyc/contract.ts';
import { kycFormSample } from '#kyc/sample.ts';

type FormFiles = Parameters<typeof multipartForm>[1];

const fields: Record<string, string> = { ...kycFormSample } as Record<string, string>; // a form's fields are texts

export async function stageKyc(options: Parameters<typeof testApp>[0] = {}) {
  const { settings, ...rest } = options;
  const app = await testApp({
    listens: false,
    ...rest,
    settings: { PUBLIC_URL: 'http://localhost:3000', ...settings },
  });
  return { app, ...deedsOf(app, await picture('png')) };
}

function deedsOf(app: TestApp, png: Buffer) {
  const image = (content = png, name = 'id.png') => ({ name, type: 'image/png', content });
  const both = (): FormFiles => ({
    idDocument: image(),
    proofOfAddress: { name: 'letter.pdf', type: 'application/pdf', content: pdf('LETTER') },
  });

  async function newcomer(type: 'marketer' | 'advertiser' = 'marketer'): Promise<Client> {
    const client = await app.signIn(type);
    await client.call(updateCompliance, {
      body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
    });
    return client;
  }

  async function handIn(client: Client, changes: Record<string, string> = {}, files: FormFiles = both()) {
    const form = await multipartForm({ ...fields, ...changes }, files);
    return client.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
  }

  return {
    image,
    both,
    newcomer,
    handIn,
    /** Somebody whose verification waits. */
    async waiting(changes: Record<string, string> = {}, files?: FormFiles): Promise<Client> {
      const client = await newcomer();
      const sent = await handIn(client, changes, files);
      if (sent.status !== 200) throw new Error(`handing in failed: ${sent.error.message}`);
      return client;
    },
    statusOf: async (client: Client) => (await client.call(getKycStatus)).body,
    decide: (admin: Client, userId: string, status: 'approved' | 'rejected', reason?: string) =>
      admin.call(decideKyc, { params: { userId }, body: { status, reason } }),
    storedFiles: () => storedFiles(app),
    /** The rows of a statement, as the database's owner. */
    async rows(statement: string, values: unknown[] = []) {
      return (await app.database.asOwner(statement, values)).rows;
    },
  };
}

/** Every file of the storage, as it lies there. */
async function storedFiles(app: TestApp): Promise<Buffer[]> {
  const folder = join(app.deps.config.dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
}
