import type { AuthPorts } from '#auth/server/ports.ts';
import { msg } from '#kernel/text.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import { notify } from '#notifications/server/service.ts';
import { expireAudit } from '#platform/server/security/audit-expiry.ts';
import { sealAudit } from '#platform/server/security/audit-chain.ts';
import { subscribe } from '#platform/server/outbox/announce.ts';
import type { ServerModule } from '#platform/server/server-module.ts';
import { verificationAsked } from './events.ts';
import { adminRoutes } from './routes.ts';

export const adminModule: ServerModule<AuthPorts> = {
  name: 'admin',
  routes: adminRoutes,
  subscriptions: (deps) => [
    subscribe(verificationAsked, (tx, { userId }, { ref }) =>
      notify(tx, deps, userId, {
        kind: 'verification.asked',
        ref,
        title: msg('Verify your identity'),
        text: msg('Submit the identity form and your documents to take part and get paid.'),
        href: '/kyc',
        isMailed: true,
      }),
    ),
  ],
  sweeps: (deps) => [
    { name: 'seal audit log', everyMs: MINUTE, run: () => sealAudit(deps) },
    { name: 'delete old audit entries', everyMs: DAY, run: () => expireAudit(deps) },
  ],
};
