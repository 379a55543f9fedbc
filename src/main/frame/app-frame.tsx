import { Outlet } from 'react-router';
import { Frame } from './frame.tsx';
import { useIsPrerendering } from './prerendering.ts';

/** One frame for all pages of the app, so that tracking continues from page to page. */
export default function AppFrame() {
  if (useIsPrerendering()) return <Outlet />;
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}
