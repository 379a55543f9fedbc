import { useQuery } from '@tanstack/react-query';
import { type BrowserClock, useClock } from '#platform/web/clock.ts';

/** Longer than a slow telephone needs; what has not come by then is blocked somewhere. */
const GIVE_UP_AFTER_MS = 15_000;

/**
 * Loads the wallet's script, which puts itself at `window.paypal`, where the wallet's component looks before it would load one
 * of its own. Rejects where it cannot be loaded: a blocker, a proxy, no connection.
 */
function loadWalletScript(address: string, clock: BrowserClock): Promise<true> {
  if (isLoaded()) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    const settle = () => {
      stopWaiting();
      if (isLoaded()) return resolve(true);
      script.remove();
      return reject(new Error(`${address} could not be loaded`));
    };
    const stopWaiting = clock.after(GIVE_UP_AFTER_MS, settle);
    script.addEventListener('load', settle);
    script.addEventListener('error', settle);
    document.head.append(script);
  });
}

function isLoaded(): boolean {
  // The script's own global, which the wallet's types do not declare.
  const { paypal } = window as { paypal?: { version?: string } };
  return paypal?.version?.startsWith('6') ?? false;
}

/** 'missing' where the wallet has no script, or none that could be loaded. */
export function useWalletScript(address: string | null | undefined): 'loading' | 'ready' | 'missing' {
  const clock = useClock();
  const script = useQuery({
    queryKey: ['walletScript', address],
    queryFn: () => (address ? loadWalletScript(address, clock) : null),
    enabled: address !== undefined,
  });
  if (script.isPending) return 'loading';
  return script.data ? 'ready' : 'missing';
}
