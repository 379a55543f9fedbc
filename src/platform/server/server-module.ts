import type { Deps } from './deps.ts';
import type { EffectHandler, Subscription, Sweep } from './outbox/outbox-worker.ts';
import type { Route } from './http/route.ts';

/** The parts that a domain adds to the server. Main lists the domains and fills their slots. */
export interface ServerModule {
  name: string;
  routes?: (deps: Deps) => Route[];
  subscriptions?: (deps: Deps) => Subscription[];
  effects?: (deps: Deps) => EffectHandler[];
  sweeps?: (deps: Deps) => Sweep[];
}
