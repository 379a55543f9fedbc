import { authModule } from '#auth/server/module.ts';
import { accountFacts, findLiveActor } from '#auth/server/service.ts';
import { kycModule } from '#kyc/server/module.ts';
import { kycFacts } from '#kyc/server/service.ts';
import type { Deps } from '#platform/server/deps.ts';
import { placeRoutes } from '#platform/server/places/routes.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { findActor } from '#platform/server/session.ts';
import { profilesModule } from '#profiles/server/module.ts';
import { profileFacts } from '#profiles/server/service.ts';
import { publicConfigRoutes } from './public-config.ts';

/** The domains in their order (docs/architecture.md). */
export const modules: readonly ServerModule[] = [
  { name: 'platform', routes: (deps) => [...placeRoutes(), ...publicConfigRoutes(deps)] },
  authModule,
  profilesModule,
  kycModule,
];

/** Fills the holes that earlier domains left for later ones. */
export function fillSlots(deps: Deps): void {
  deps.slots.fill(findActor, (db, tokenHash, isUse) => findLiveActor(deps, db, tokenHash, isUse));
  deps.slots.fill(accountFacts, [profileFacts, kycFacts]);
}
