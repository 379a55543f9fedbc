import { Counter, type Registry } from 'prom-client';
import type { Outcome, WalletProvider } from './wallet-provider.ts';

/** Counts the outcomes of calls that are not a success, such as refusals and timeouts. */
export function countWalletErrors(wallet: WalletProvider, registry: Registry): WalletProvider {
  const errors = new Counter({
    name: 'promenade_wallet_errors_total',
    help: 'Calls to the wallet that it refused, or whose outcome is unknown',
    labelNames: ['operation', 'reason'],
    registers: [registry],
  });
  const count = (operation: string, outcome: Outcome<unknown>) => {
    if (outcome.kind === 'refused') errors.inc({ operation, reason: 'refused' });
    if (outcome.kind === 'unknown') errors.inc({ operation, reason: outcome.reason });
  };
  return new Proxy(wallet, {
    get(target, operation: string) {
      const member: unknown = Reflect.get(target, operation);
      if (typeof member !== 'function') return member;
      return (...input: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, input);
        if (answer instanceof Promise)
          answer.then(
            (outcome: Outcome<unknown> | undefined) => outcome && count(operation, outcome),
            () => {},
          );
        return answer;
      };
    },
  });
}
