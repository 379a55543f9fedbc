/** The name and photo that applying requires: written as a row, or saved through the API. */
import { z } from 'zod';
import { setProfilePhoto } from '#profiles/contract.ts';
import { saveProfile } from '#profiles/form-contract.ts';
import { profileFormSample } from '#profiles/sample.ts';
import { type Client, succeed } from '../client.ts';
import type { TestDatabase } from '../databases/database.ts';
import { picture } from '../media.ts';
import { uploadFile } from '../upload.ts';

/** Keeps a name and photo that the account has. The new photo has no file, so a browser can't show it. */
export async function knowNameAndPhoto(
  database: Pick<TestDatabase, 'asOwner'>,
  accountId: string,
): Promise<void> {
  const id = z.uuid().parse(accountId);
  await database.asOwner(`
    insert into profile as present (account_id, first_name, last_name, image_upload_id, updated_at)
      select id, 'Ana', 'Petrov', gen_random_uuid(), created_at from account where id = '${id}'
    on conflict (account_id) do update set
      first_name = coalesce(present.first_name, excluded.first_name),
      last_name = coalesce(present.last_name, excluded.last_name),
      image_upload_id = coalesce(present.image_upload_id, excluded.image_upload_id)`);
}

export async function saveNameAndPhoto(
  marketer: Client,
  { firstName = profileFormSample.firstName } = {},
): Promise<void> {
  await succeed(marketer.call(saveProfile, { body: { ...profileFormSample, firstName } }));
  await savePhoto(marketer);
}

/** Replaces the photo that `knowNameAndPhoto` wrote by one that a browser can show. */
export async function savePhoto(marketer: Client): Promise<void> {
  const uploadId = await uploadFile(marketer, await picture('jpeg'), 'profile-photo', 'me.jpg');
  await succeed(marketer.call(setProfilePhoto, { body: { uploadId } }));
}
