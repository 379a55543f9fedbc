import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useForgetPageHead } from './use-forget-page-head.ts';

function App() {
  useForgetPageHead();
  return (
    <>
      <Link to="/campaigns/1?tab=live">Live</Link>
      <Link to="/marketplace">Marketplace</Link>
    </>
  );
}

const listTags = () => document.head.querySelectorAll('[rel=canonical], [property], [type$=json]').length;
afterEach(() => {
  for (const tag of document.head.querySelectorAll('[data-page-head]')) tag.remove();
});

it('removes what is about the first page once the user goes to another one', async () => {
  document.head.insertAdjacentHTML(
    'beforeend',
    `<link rel="canonical" href="/campaigns/1" data-page-head/><meta property="og:title" content="A" data-page-head/>
     <script type="application/ld+json" data-page-head>{}</script>`,
  );
  const router = createMemoryRouter([{ path: '*', Component: App }], { initialEntries: ['/campaigns/1'] });
  render(<RouterProvider router={router} />);
  await userEvent.click(screen.getByRole('link', { name: 'Live' }));
  expect(listTags()).toBe(3);
  await userEvent.click(screen.getByRole('link', { name: 'Marketplace' }));
  expect(listTags()).toBe(0);
  router.dispose();
});
