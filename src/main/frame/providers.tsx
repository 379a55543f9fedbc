import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { MapSettingsProvider } from '#platform/web/maps/map-settings.tsx';
import { createQueryClient } from '#platform/web/query.ts';
import { cssVariablesResolver, theme } from '#platform/web/ui/theme.ts';
import { usePublicConfig } from '#platform/web/hooks/use-public-config.ts';

/** The providers around every app page. Their styles are linked in root.tsx, not imported here. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notifications position="top-right" limit={1} autoClose={5000} />
          <MapSettings>{children}</MapSettings>
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Until the public config has loaded, or if it cannot load, maps show the bundled boundaries. */
function MapSettings({ children }: { children: ReactNode }) {
  const styleUrl = usePublicConfig()?.mapStyleUrl ?? null;
  const settings = useMemo(() => ({ styleUrl }), [styleUrl]);
  return <MapSettingsProvider value={settings}>{children}</MapSettingsProvider>;
}
