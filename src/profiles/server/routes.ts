import { t } from '#kernel/text.ts';
import type { Deps } from '#platform/server/deps.ts';
import { route, type Route } from '#platform/server/http/route.ts';
import * as billingContract from '#profiles/billing-contract.ts';
import * as contract from '#profiles/contract.ts';
import * as formContract from '#profiles/form-contract.ts';
import { getBilling, saveBilling } from './billing-service.ts';
import { listNewestConsents, updateCompliance } from './consent-service.ts';
import { setPicture } from './picture-service.ts';
import { saveProfile, setName } from './service.ts';
import { setWalletEmail } from './wallet-service.ts';

export function profileRoutes(deps: Deps): Route[] {
  return [
    route(formContract.saveProfile, async ({ actor, body }) => {
      const waitUntil = await saveProfile(deps, actor, body);
      return { message: t('Your profile is saved.'), userType: actor.role, ...waiting(waitUntil) };
    }),
    route(formContract.setWalletEmail, async ({ actor, body }) => {
      const { paypalEmail } = body;
      const waitUntil = await setWalletEmail(deps, actor, paypalEmail);
      return { message: t('PayPal Email Updated'), paypalEmail, ...waiting(waitUntil) };
    }),
    route(formContract.setName, async ({ actor, body }) => {
      await setName(deps, actor, body);
      return { message: t('Your name is saved.') };
    }),
    route(contract.setProfilePhoto, async ({ actor, body }) => {
      const url = await setPicture(deps, actor, 'photo', body.uploadId);
      return { message: t(url ? 'Your photo is saved.' : 'Your photo is removed.'), url };
    }),
    route(contract.setBusinessLogo, async ({ actor, body }) => {
      const url = await setPicture(deps, actor, 'logo', body.uploadId);
      return { message: t(url ? 'Your logo is saved.' : 'Your logo is removed.'), url };
    }),
    route(billingContract.getBilling, ({ actor }) => getBilling(deps.db, actor.userId)),
    route(billingContract.saveBilling, async ({ actor, body }) => {
      await saveBilling(deps, actor, body);
      return { message: t('Your invoice details are saved.') };
    }),
    route(contract.updateCompliance, async ({ actor, body, request }) => {
      await updateCompliance(deps, actor, body, request.headers['user-agent']);
      return { message: t('Your choice is recorded.') };
    }),
    route(contract.listConsents, ({ actor }) => listNewestConsents(deps.db, actor.userId)),
  ];
}

function waiting(until: Date | undefined): { paymentsWaitUntil?: string } {
  return until ? { paymentsWaitUntil: until.toISOString() } : {};
}
