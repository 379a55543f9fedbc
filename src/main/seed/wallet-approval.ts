import type { World } from './world.ts';

/** Uses only the path, because the public address may lead elsewhere during seeding. */
export async function approveAtWallet(world: World, approveUrl: string): Promise<void> {
  const answer = await fetch(new URL(new URL(approveUrl).pathname, world.address), {
    method: 'POST',
    body: new URLSearchParams({ action: 'approve' }),
    redirect: 'manual',
  });
  await answer.body?.cancel();
  if (answer.status !== 303) throw new Error(`the wallet answered ${answer.status} to an approval`);
}
