import { addCatalogue } from '#kernel/text.ts';
import admin from '#admin/server/texts.es.json' with { type: 'json' };
import applications from '#applications/server/texts.es.json' with { type: 'json' };
import auth from '#auth/server/texts.es.json' with { type: 'json' };
import campaigns from '#campaigns/server/texts.es.json' with { type: 'json' };
import disputes from '#disputes/server/texts.es.json' with { type: 'json' };
import kyc from '#kyc/server/texts.es.json' with { type: 'json' };
import messages from '#messages/server/texts.es.json' with { type: 'json' };
import notifications from '#notifications/server/texts.es.json' with { type: 'json' };
import payments from '#payments/server/texts.es.json' with { type: 'json' };
import platform from '#platform/server/texts.es.json' with { type: 'json' };
import profiles from '#profiles/server/texts.es.json' with { type: 'json' };
import proofs from '#proofs/server/texts.es.json' with { type: 'json' };
import ratings from '#ratings/server/texts.es.json' with { type: 'json' };
import reports from '#reports/server/texts.es.json' with { type: 'json' };
import teams from '#teams/server/texts.es.json' with { type: 'json' };
import tracking from '#tracking/server/texts.es.json' with { type: 'json' };
import uploads from '#uploads/server/texts.es.json' with { type: 'json' };
import webhooks from '#webhooks/server/texts.es.json' with { type: 'json' };
import './spanish-contract.ts';

for (const texts of [
  admin,
  applications,
  auth,
  campaigns,
  disputes,
  kyc,
  messages,
  notifications,
  payments,
  platform,
  profiles,
  proofs,
  ratings,
  reports,
  teams,
  tracking,
  uploads,
  webhooks,
]) {
  addCatalogue('es', texts);
}
