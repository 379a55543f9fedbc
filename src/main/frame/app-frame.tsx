import { Outlet } from 'react-router';
import { Frame } from './frame.tsx';
import { useIsPrerendering } from './prerendering.ts';

export default function AppFrame() {
  if (useIsPrerendering()) return <Outlet />;
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}
