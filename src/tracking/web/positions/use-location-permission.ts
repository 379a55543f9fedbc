import { useEffect, useState } from 'react';

/**
 * Returns 'prompt' if the browser would ask the user first, 'unknown' if it does not tell, undefined until it has
 * answered.
 */
export function useLocationPermission(): PermissionState | 'unknown' | undefined {
  const [permission, setPermission] = useState<PermissionState | 'unknown'>();
  useEffect(() => {
    let status: PermissionStatus | undefined;
    let isGone = false;
    const look = () => setPermission(status?.state ?? 'unknown');
    void askBrowser().then((told) => {
      if (isGone) return;
      status = told;
      look();
      status?.addEventListener('change', look);
    });
    return () => {
      isGone = true;
      status?.removeEventListener('change', look);
    };
  }, []);
  return permission;
}

async function askBrowser(): Promise<PermissionStatus | undefined> {
  // Without geolocation there is no prompt, whatever the permissions API says.
  if (!(navigator.geolocation as Geolocation | undefined)) return undefined;
  try {
    // Absent in older browsers.
    return await (navigator.permissions as Permissions | undefined)?.query({ name: 'geolocation' });
  } catch {
    return undefined;
  }
}
