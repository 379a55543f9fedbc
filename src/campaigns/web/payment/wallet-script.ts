import { useQuery } from '@tanstack/react-query';
import { type BrowserClock, useClock } from '#platform/web/clock.ts';

/** Longer than a slow phone needs. If the script is not loaded by then, something blocks it. */
const GIVE_UP_AFTER_MS = 15_000;

/**
 * The wallet's component checks `window.paypal` before it loads a script of its own. Rejects if it cannot be loaded,
 * for example because of a blocker or proxy.
 */
function loadWalletScript(address: string, clock: BrowserClock): Promise<true> {
  if (isLoaded()) return Promise.resolve(true);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    const finish = () => {
      stopWaiting();
      if (isLoaded()) return resolve(true);
      script.remove();
      return reject(new Error(`${address} could not be loaded`));
    };
    const stopWaiting = clock.after(GIVE_UP_AFTER_MS, finish);
    script.addEventListener('load', finish);
    script.addEventListener('error', finish);
    document.head.append(script);
  });
}

function isLoaded(): boolean {
  // The script's global, which the wallet's types do not declare.
  const { paypal } = window as { paypal?: { version?: string } };
  return paypal?.version?.startsWith('6') ?? false;
}

/** Returns 'missing' if the wallet has no script or it could not be loaded. */
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
