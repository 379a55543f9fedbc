import { addCatalogue } from '#kernel/text.ts';
import admin from '#admin/texts.es.json' with { type: 'json' };
import applications from '#applications/texts.es.json' with { type: 'json' };
import auth from '#auth/texts.es.json' with { type: 'json' };
import campaigns from '#campaigns/texts.es.json' with { type: 'json' };
import disputes from '#disputes/texts.es.json' with { type: 'json' };
import kernel from '#kernel/texts.es.json' with { type: 'json' };
import kyc from '#kyc/texts.es.json' with { type: 'json' };
import main from '#main/texts.es.json' with { type: 'json' };
import messages from '#messages/texts.es.json' with { type: 'json' };
import notifications from '#notifications/texts.es.json' with { type: 'json' };
import payments from '#payments/texts.es.json' with { type: 'json' };
import platform from '#platform/texts.es.json' with { type: 'json' };
import profiles from '#profiles/texts.es.json' with { type: 'json' };
import proofs from '#proofs/texts.es.json' with { type: 'json' };
import ratings from '#ratings/texts.es.json' with { type: 'json' };
import reports from '#reports/texts.es.json' with { type: 'json' };
import teams from '#teams/texts.es.json' with { type: 'json' };
import tracking from '#tracking/texts.es.json' with { type: 'json' };
import uploads from '#uploads/texts.es.json' with { type: 'json' };
import webhooks from '#webhooks/texts.es.json' with { type: 'json' };

for (const texts of [
  admin,
  applications,
  auth,
  campaigns,
  disputes,
  kernel,
  kyc,
  main,
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
