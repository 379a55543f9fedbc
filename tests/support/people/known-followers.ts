/** A marketer's verified social account, inserted as a row. */
import { z } from 'zod';
import { SocialPlatform } from '#profiles/social-handle-contract.ts';
import type { TestDatabase } from '../databases/database.ts';

/** The default number fits the tier of the sample campaign. The handle is made of the account's id. */
export async function knowFollowers(
  database: Pick<TestDatabase, 'asOwner'>,
  accountId: string,
  followers = 50_000,
  on: SocialPlatform = 'instagram',
): Promise<void> {
  const id = z.uuid().parse(accountId);
  const count = z.int().parse(followers);
  const platform = SocialPlatform.parse(on);
  // X allows no period, and at most 15 characters.
  const handle =
    platform === 'twitter'
      ? `'of_' || left(replace(id::text, '-', ''), 12)`
      : `'of.' || left(replace(id::text, '-', ''), ${platform === 'instagram' ? 24 : 20})`;
  // The database requires one step after the other. Many tests need this, so all steps are one call.
  const own = `account_id = '${id}' and platform = '${platform}'`;
  await database.asOwner(`
    insert into social_account (id, account_id, platform, handle, followers, code, status, declared_at)
      select gen_random_uuid(), id, '${platform}', ${handle}, ${count},
        'PROMENADE-SEEN2345', 'declared', created_at
      from account where id = '${id}' on conflict (account_id, platform) do nothing;
    update social_account set status = 'pending', submitted_at = declared_at where ${own} and status = 'declared';
    update social_account set status = 'approved', decided_at = declared_at, decided_by = account_id,
      verified_followers = ${count}, verified_at = declared_at, verified_until = '2100-01-01' where ${own}`);
}
