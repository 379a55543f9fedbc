import type { Deps } from './deps.ts';
import type { EffectHandler, Subscription, Sweep } from './outbox/outbox-worker.ts';
import type { Figures } from './metrics/figures.ts';
import type { Route } from './http/route.ts';
import type { PlatformPorts } from './ports.ts';

export interface ServerModule<Ports = PlatformPorts> {
  name: string;
  routes?: (deps: Deps<Ports>) => Route[];
  subscriptions?: (deps: Deps<Ports>) => Subscription[];
  effects?: (deps: Deps<Ports>) => EffectHandler[];
  sweeps?: (deps: Deps<Ports>) => Sweep[];
  figures?: (deps: Deps<Ports>) => Figures[];
}
