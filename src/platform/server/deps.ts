import type { Random } from '#kernel/id.ts';
import type { Clock } from '#kernel/time.ts';
import type { Config } from './settings/config.ts';
import type { Db } from './db/open-database.ts';
import type { Shedding } from './http/shedding.ts';
import type { Limits } from './limits/limits.ts';
import type { EventStreams } from './live/stream-registry.ts';
import type { LiveBus } from './live/live-bus.ts';
import type { Logger } from './log/log.ts';
import type { PlatformPorts } from './ports.ts';
import type { Storage } from './storage/storage.ts';

/** `ports` are the questions that this domain and the domains it calls ask. */
export interface Deps<Ports = PlatformPorts> {
  config: Config;
  db: Db;
  clock: Clock;
  random: Random;
  log: Logger;
  storage: Storage;
  limits: Limits;
  shedding: Shedding;
  liveBus: LiveBus;
  liveStreams: EventStreams;
  ports: Ports;
}
