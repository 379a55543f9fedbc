/** Somebody whose identity documents are with us, each step through its own call. */
import { updateCompliance } from '../../src/profiles/contract.ts';
import { kycFormSample } from '../../src/kyc/sample.ts';
import type { Client, TestApp } from './app.ts';
import { multipartForm } from './form.ts';
import { picture } from './media.ts';

/** A marketer who has handed in the form and its documents, and waits for the decision. */
export async function waitingMarketer(app: Pick<TestApp, 'signIn'>): Promise<Client> {
  const client = await app.signIn('marketer');
  await client.call(updateCompliance, {
    body: { ageVerified: true, termsAccepted: true, privacyAccepted: true },
  });
  await handInDocuments(client);
  return client;
}

export async function handInDocuments(client: Client): Promise<void> {
  const image = { name: 'passport.png', type: 'image/png', content: await picture('png') };
  const form = await multipartForm(kycFormSample, { idDocument: image, proofOfAddress: image });
  const sent = await client.request('POST', '/api/kyc/update', form.body, { headers: form.headers });
  if (sent.status !== 200) throw new Error(`handing in failed: ${sent.error.message}`);
}
