/** What the load works on, created by the use cases before the cluster's processes start. */
import { resolve } from 'node:path';
import { MINUTE, systemClock } from '#kernel/time.ts';
import { createApp } from '#main/app.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { openDatabase } from '#platform/server/db/open-database.ts';
import { createLog } from '#platform/server/log/log.ts';
import { readConfig } from '#platform/server/settings/config.ts';
import { ADMIN_EMAIL, type MovableClock, prepareWorld, signUp } from '../prepared-world.ts';
import { DATABASE, type DatabaseServer, OWNER, queryServer, toUrl } from './database-servers.ts';

export interface Walker {
  cookie: string;
  sessionId: string;
  applicationId: string;
}

export interface ClusterWorld {
  advertiser: string;
  admin: string;
  walkers: Walker[];
  /** Writes nothing but the messages of the live probe. */
  prober: Walker;
  walkedCampaignId: string;
  pendingProofIds: string[];
}

const size = { campaigns: 25, marketers: 9, proofCampaigns: 24 };

export async function prepareClusterWorld(
  primary: DatabaseServer,
  walletOrigin: string,
  settings: Readonly<Record<string, string>>,
): Promise<ClusterWorld> {
  const config = readConfig({
    ...settings,
    DATABASE_URL: toUrl(primary.port, OWNER, DATABASE),
    LIMITS: 'off',
    SEED: 'none',
    PORT: '0',
    HOST: '127.0.0.1',
  });
  const log = createLog({ level: config.logLevel });
  const database = await openDatabase({ ...config, poolSize: 10, log });
  await migrate(database, resolve(import.meta.dirname, '../../migrations'), log);
  // The preparation skips two minutes, and ends before the real time.
  const clock: MovableClock = {
    aheadMs: -5 * MINUTE,
    now: () => new Date(systemClock.now().getTime() + clock.aheadMs),
  };
  const app = await createApp({ config, database, log, clock });
  try {
    await app.listen();
    const world = await prepareWorld(app, clock, walletOrigin, size);
    const admin = await signUp(app, ADMIN_EMAIL, 'advertiser');
    const { rows } = await queryServer(primary, 'select id, application_id from tracking_session');
    const applications = new Map(rows.map(({ id, application_id: application }) => [id, application]));
    const walkers = world.walkers.map((walker) => ({
      ...walker,
      applicationId: applications.get(walker.sessionId) ?? '',
    }));
    const prober = walkers.pop();
    if (!prober) throw new Error('there are no marketers');
    return { ...world, walkers, prober, admin: admin.cookie };
  } finally {
    await app.close();
    await database.close();
  }
}
