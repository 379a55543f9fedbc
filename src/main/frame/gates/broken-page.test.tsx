import { render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BrokenPage } from './broken-page.tsx';

function openAt(address: string) {
  const Broken = () => {
    throw new Error('secret detail');
  };
  const router = createMemoryRouter(
    [
      {
        path: '/',
        Component: Outlet,
        ErrorBoundary: BrokenPage,
        children: [{ path: 'broken', Component: Broken }],
      },
    ],
    {
      initialEntries: [address],
    },
  );
  render(<RouterProvider router={router} />);
  onTestFinished(() => router.dispose());
}

it('offers a reload and the home page without details of the error', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  openAt('/broken');
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload page' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to home page' }).getAttribute('href')).toBe('/');
  expect(document.body.textContent).not.toContain('secret detail');
  expect(logged).toHaveBeenCalled();
});

it('shows the not-found page for an unknown address', async () => {
  openAt('/nowhere');
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy();
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
});
