import type { Deps } from './deps.ts';
import type { EffectHandler, Subscription, Sweep } from './outbox/outbox-worker.ts';
import type { Route } from './route.ts';

/** What a domain gives to the server; main lists the domains and fills their slots. */
export interface ServerModule {
  name: string;
  routes?: (deps: Deps) => Route[];
  subscriptions?: (deps: Deps) => Subscription[];
  effects?: (deps: Deps) => EffectHandler[];
  sweeps?: (deps: Deps) => Sweep[];
}
