import { useEffect, useState } from 'react';

/**
 * Whether this page may know where the device is: what the browser remembers of it, 'prompt' where it would ask the person first.
 * 'unknown' where the browser does not tell; undefined until it has.
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
  // Where there is nothing to allow, nobody is asked, whatever the browser says of it.
  if (!(navigator.geolocation as Geolocation | undefined)) return undefined;
  try {
    // Absent in older browsers.
    return await (navigator.permissions as Permissions | undefined)?.query({ name: 'geolocation' });
  } catch {
    return undefined;
  }
}
