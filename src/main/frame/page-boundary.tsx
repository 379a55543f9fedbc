import { Outlet } from 'react-router';

/** Sits between frame and page, so that the header stays if a page throws. */
export default function PageBoundary() {
  return <Outlet />;
}

export { BrokenPage as ErrorBoundary } from './gates/broken-page.tsx';
