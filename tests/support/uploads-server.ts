/** The uploads domain on a real server with a fresh database and folder, for this domain's tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { findLiveActor } from '#auth/server/service.ts';
import { account, signInSession } from '#auth/server/tables.ts';
import type { Clock } from '#kernel/time.ts';
import { readConfig } from '#platform/server/config.ts';
import { transact } from '#platform/server/db/transact.ts';
import type { Deps } from '#platform/server/deps.ts';
import { createHttp } from '#platform/server/http.ts';
import { createLimits } from '#platform/server/limits/limits.ts';
import { limitSettings } from '#platform/server/limits/settings.ts';
import { createEventStreams } from '#platform/server/live/event-streams.ts';
import { memoryBus } from '#platform/server/live/live-bus.ts';
import { systemRandom } from '#platform/server/random.ts';
import { registerRoutes } from '#platform/server/register-routes.ts';
import { findActor, hashToken } from '#platform/server/session.ts';
import { Slots } from '#platform/server/slots.ts';
import { folderStorage } from '#platform/server/storage/folder-storage.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { scannedLog } from './log-scan.ts';
import { uploadsModule } from '#uploads/server/module.ts';
import { passUploadsThrough } from '#uploads/server/routes.ts';
import { fileAccess, type FileAccess } from '#uploads/server/service.ts';

export interface TestServer {
  deps: Deps;
  database: TestDatabase;
  folder: string;
  http: FastifyInstance;
  /** Another server on the same database, with limits of its own. */
  another(limits: Deps['limits']): Promise<FastifyInstance>;
  /** The cookie of a new account's session. */
  signIn(email: string): Promise<string>;
  close(): Promise<void>;
}

export async function openTestServer(clock: Clock, readers: readonly FileAccess[] = []): Promise<TestServer> {
  const database = await freshDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  const slots = new Slots();
  const deps: Deps = {
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: folder }),
    db: database.db,
    clock,
    random: systemRandom,
    log: scannedLog(),
    storage: await folderStorage({ folder: join(folder, 'files'), random: systemRandom }),
    limits: createLimits(limitSettings('off'), clock),
    liveBus: memoryBus(),
    liveStreams: createEventStreams({ clock, log: scannedLog() }),
    slots,
  };
  slots.fill(findActor, (db, tokenHash, isUse) => findLiveActor(deps, db, tokenHash, isUse));
  slots.fill(fileAccess, readers);
  const http = await serve(deps);
  return {
    deps,
    database,
    folder,
    http,
    another: (limits) => serve({ ...deps, limits }),
    signIn: (email) => signIn(deps, email),
    async close() {
      await http.close();
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function serve(deps: Deps): Promise<FastifyInstance> {
  const http = await createHttp(deps);
  passUploadsThrough(http);
  registerRoutes(http, deps, uploadsModule.routes?.(deps) ?? []);
  return http;
}

async function signIn(deps: Deps, email: string): Promise<string> {
  const id = systemRandom.uuid();
  const token = systemRandom.hex(32);
  const at = deps.clock.now();
  await transact(deps.db, async (tx) => {
    await tx.insert(account).values({ id, email, role: 'marketer', createdAt: at });
    await tx.insert(signInSession).values({
      id: systemRandom.uuid(),
      accountId: id,
      tokenHash: hashToken(token),
      createdAt: at,
      lastUsedAt: at,
    });
  });
  return `sid=${token}`;
}
