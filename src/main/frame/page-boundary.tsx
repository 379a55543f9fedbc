import { Outlet } from 'react-router';

/** Stands between frame and page, so that a page that breaks leaves the header in place. */
export default function PageBoundary() {
  return <Outlet />;
}

export { BrokenPage as ErrorBoundary } from './broken-page.tsx';
