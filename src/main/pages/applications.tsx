import type { MetaDescriptor } from 'react-router';
import { OwnApplicationsPage } from '#applications/web/own/own-applications-page.tsx';
import type { PageHandle } from '../frame/page-handle.ts';
import { useWork } from './marketer/work.ts';

export const handle: PageHandle = { roles: ['marketer'] };

export const meta = (): MetaDescriptor[] => [{ title: 'My applications · Promenade' }];

export default function Applications() {
  return <OwnApplicationsPage work={useWork()} />;
}
