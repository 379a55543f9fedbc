import { adminModule } from '#admin/server/module.ts';
import { applicationsModule } from '#applications/server/module.ts';
import { authModule } from '#auth/server/module.ts';
import { campaignsModule } from '#campaigns/server/module.ts';
import { disputesModule } from '#disputes/server/module.ts';
import { kycModule } from '#kyc/server/module.ts';
import { messagesModule } from '#messages/server/module.ts';
import { notificationsModule } from '#notifications/server/module.ts';
import { paymentsModule } from '#payments/server/module.ts';
import { placeRoutes } from '#platform/server/places/routes.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { profilesModule } from '#profiles/server/module.ts';
import { proofsModule } from '#proofs/server/module.ts';
import { ratingsModule } from '#ratings/server/module.ts';
import { reportsModule } from '#reports/server/module.ts';
import { trackingModule } from '#tracking/server/module.ts';
import { teamsModule } from '#teams/server/module.ts';
import { uploadsModule } from '#uploads/server/module.ts';
import type { Staging } from '#uploads/server/staging.ts';
import { webhooksModule } from '#webhooks/server/module.ts';
import { marketerListingSubscriptions } from './server/marketer-listing-subscriptions.ts';
import type { Ports } from './ports.ts';
import { publicConfigRoutes } from './public-config.ts';

/** Returns the domains in their order (docs/architecture.md). */
export const listModules = (staging: Staging): readonly ServerModule<Ports>[] => [
  { name: 'platform', routes: (deps) => [...placeRoutes(deps), ...publicConfigRoutes(deps)] },
  authModule,
  uploadsModule(staging),
  profilesModule,
  teamsModule,
  kycModule,
  paymentsModule,
  campaignsModule,
  applicationsModule,
  trackingModule,
  proofsModule,
  disputesModule,
  messagesModule,
  ratingsModule,
  reportsModule,
  notificationsModule,
  webhooksModule,
  adminModule,
  { name: 'main', subscriptions: marketerListingSubscriptions },
];
