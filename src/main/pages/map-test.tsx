import type { MetaDescriptor } from 'react-router';
import type { PageHandle } from '../frame/page-handle.ts';

export const handle: PageHandle = { visitors: true };

export const meta = (): MetaDescriptor[] => [{ title: 'Map Test · Promenade' }];

export { MapTestPage as default } from '#platform/web/maps/test-page/map-test-page.tsx';
