/**
 * Fills the disk of a running server until nothing fits, and empties it again. Needs root on Linux for a small disk.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getCampaign } from '#campaigns/contract.ts';
import { succeed } from '#tests/support/client.ts';
import { Stage } from '#tests/support/crash/stage.ts';
import { draft, inEscrow, loadMoney } from '#tests/support/crash/worlds.ts';
import { picture } from '#tests/support/media.ts';
import { STORY_LIMIT_MS } from '#tests/support/patience.ts';
import { draftCampaign, fundDraft } from '#tests/support/people/funded-campaign.ts';
import { uploadFile } from '#tests/support/upload.ts';

const disk = mkdtempSync(join(tmpdir(), 'promenade-disk-'));
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', disk]).status === 0;
/** Enough to fill the pages that the database has already. */
const ATTEMPTS = 40;
const filler = join(disk, 'filler');
const stage = new Stage({ DATA_DIR: disk });

beforeAll(async () => {
  if (canMount) await stage.open();
});
afterAll(async () => {
  if (canMount) {
    await stage.close();
    execFileSync('umount', [disk]);
  }
  rmSync(disk, { recursive: true });
});

function fill(): void {
  for (const size of [2 ** 20, 2 ** 12])
    for (;;) {
      try {
        appendFileSync(filler, Buffer.alloc(size));
      } catch {
        break;
      }
    }
}

const readiness = async () => (await stage.visitor().request('GET', '/readyz')).status;

/** Returns 'done', or what the caller is told. */
async function tell(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return /\b\d{3}\b/.exec(String(error))?.[0] ?? String(error);
  }
}

it.skipIf(!canMount)(
  'a full disk loses nothing, is reported, and heals',
  { timeout: 3 * STORY_LIMIT_MS },
  async () => {
    const { advertiser } = stage;
    const unpaid = await draft(stage);
    const photo = await picture('png');
    const acknowledged: string[] = [];
    const outcomes = new Set<string>();
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      fill();
      outcomes.add(await tell(draftCampaign(stage, advertiser).then(({ id }) => acknowledged.push(id))));
      expect(await tell(uploadFile(advertiser, photo, 'profile-photo', 'me.png'))).toBe('503');
    }
    // What fits into pages that the database has already is still done.
    expect([...outcomes].filter((outcome) => outcome !== 'done')).toEqual(['503']);
    const funding = await tell(fundDraft(advertiser, unpaid.campaignId));
    expect(['done', '503']).toContain(funding);
    expect(await readiness()).toBe(503);
    rmSync(filler);
    await expect.poll(readiness, { timeout: STORY_LIMIT_MS }).toBe(200);
    if (funding === '503') await fundDraft(advertiser, unpaid.campaignId);
    await stage.waitFor(() => loadMoney(stage, unpaid), inEscrow);
    await uploadFile(advertiser, photo, 'profile-photo', 'me.png');
    await stage.server.kill();
    await stage.restart();
    for (const id of acknowledged) await succeed(advertiser.call(getCampaign, { params: { id } }));
    await stage.auditBooks();
  },
);
