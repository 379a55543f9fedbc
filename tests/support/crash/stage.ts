import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { getCurrentUser } from '#auth/contract.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { getTrialBalance } from '#payments/contract.ts';
import { prepareDataFolder } from '../database.ts';
import { STORY_LIMIT_MS } from '../patience.ts';
import {
  bundlePrograms,
  freePort,
  type Programs,
  type ServerProcess,
  startServerProcess,
  startWalletProcess,
  type WalletProcess,
} from './processes.ts';
import { closeConnections, RemoteClient } from './remote-client.ts';
import { walletControls, type WalletControls } from './wallet-controls.ts';

/** A server that can be killed and started again on one data folder, and a wallet that outlives it. There from `beforeAll` on. */
export interface Stage {
  readonly origin: string;
  readonly server: ServerProcess;
  readonly wallet: WalletProcess & WalletControls;
  readonly advertiser: RemoteClient;
  /** Signed in anew where the session has ended, which twelve hours do in any case. */
  asAdmin(): Promise<RemoteClient>;
  /** The server's time. */
  now(): Date;
  /** Moves the server's clock on; what has become due begins at once. The wallet's clock stays. */
  advance(milliseconds: number): Promise<void>;
  /** Starts the next server on what the last one has left behind. */
  restart(settings?: Record<string, string>): Promise<void>;
  /** The same, where it is not running. */
  bringUp(): Promise<void>;
  /** Refuses wherever the ledger's own rules, or its balance at the wallet, are broken. */
  auditBooks(): Promise<void>;
  client(): RemoteClient;
}

const ADMIN_EMAIL = 'admin@promenade.test';

export function stageCrashes(settings: Record<string, string> = {}): Stage {
  const state = { aheadMs: 0 };
  // The rest is assigned before the first test runs.
  const stage = {
    now: () => new Date(Date.now() + state.aheadMs),
    advance: async (milliseconds) => {
      state.aheadMs += milliseconds;
      await stage.server.setAhead(state.aheadMs);
    },
    client: () => new RemoteClient(stage.origin),
    bringUp: async () => {
      if (!stage.server.isRunning()) await stage.restart();
    },
  } as { -readonly [Name in keyof Stage]: Stage[Name] };
  let programs: Programs;
  let dataDir = '';
  let admin: RemoteClient;

  beforeAll(async () => {
    programs = await bundlePrograms();
    dataDir = await mkdtemp(join(tmpdir(), 'promenade-crash-'));
    await prepareDataFolder(dataDir);
    const port = await freePort();
    stage.origin = `http://127.0.0.1:${port}`;
    const wallet = await startWalletProcess(programs.wallet, {
      WALLET_STORE: join(dataDir, 'wallet.jsonl'),
      WEBHOOK_URL: `${stage.origin}/paypal/webhook`,
      WALLET_SETTLE_MS: '100',
    });
    stage.wallet = { ...wallet, ...walletControls(wallet.url) };
    const all = {
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      SEED: 'none',
      LIMITS: 'off',
      LOG_LEVEL: 'info',
      MAP_STYLE_URL: 'offline',
      ADMIN_EMAILS: ADMIN_EMAIL,
      WALLET_BASE_URL: wallet.url,
      // The clock makes great leaps.
      SESSION_IDLE_MS: String(30 * DAY),
      ADMIN_SESSION_IDLE_MS: String(30 * DAY),
      ...settings,
    };
    stage.restart = async (more = {}) => {
      stage.server = await startServerProcess(programs.server, {
        ...all,
        ...more,
        CLOCK_AHEAD_MS: String(state.aheadMs),
      });
    };
    await stage.restart();
    stage.advertiser = await stage.client().signIn('advertiser@promenade.test', 'advertiser');
    admin = stage.client();
  });

  stage.asAdmin = async () => {
    const present = await admin.call(getCurrentUser);
    return present.status === 200 ? admin : admin.signIn(ADMIN_EMAIL, 'advertiser');
  };

  stage.auditBooks = async () => {
    const ledger = await (await stage.asAdmin()).call(getTrialBalance);
    const { sum, violations, lines } = ledger.body;
    const psp = lines.find(({ account }) => account === 'psp') ?? { debit: '0.00', credit: '0.00' };
    const { balance } = await stage.wallet.books();
    expect({ sum, violations, psp: psp.credit === '0.00' ? psp.debit : `-${psp.credit}` }).toEqual({
      sum: '0.00',
      violations: [],
      psp: balance,
    });
  };

  afterAll(async () => {
    await stage.server?.kill();
    await stage.wallet?.kill();
    await closeConnections();
    await programs?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });
  return stage;
}

/** However slow the machine is, nothing waits longer. */
export const LONGEST_WAIT_MS = STORY_LIMIT_MS;
/** What happens by itself at once is given time before the clock moves. */
export const STILL_MS = 250;

/**
 * Waits until something is as expected, without anybody doing anything: the clock runs on, so that what was planned for later
 * happens. In the end the difference is an assertion's.
 */
export async function settled<Thing>(
  stage: Stage,
  look: () => Promise<Thing>,
  expected: Thing,
  { stepMs = 2 * MINUTE }: { stepMs?: number } = {},
): Promise<void> {
  const began = Date.now();
  let advancedAt = began;
  while (Date.now() - began < LONGEST_WAIT_MS) {
    if (isDeepStrictEqual(await look(), expected)) return;
    await sleep(80);
    if (stepMs > 0 && Date.now() - advancedAt > STILL_MS) {
      advancedAt = Date.now();
      await stage.advance(stepMs);
    }
  }
  expect(await look()).toEqual(expected);
}
