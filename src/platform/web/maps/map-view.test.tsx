import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '../screen-test.tsx';
import { MapView } from './map-view.tsx';

it('shows the same facts as a list if the browser cannot draw maps', () => {
  renderScreen(
    <MapView
      label="Marketers"
      center={{ lat: 40.7128, lng: -74.006 }}
      listFallback={
        <ul>
          <li>Teal Otter</li>
        </ul>
      }
    />,
  );
  expect(screen.getByText('Map Unavailable')).toBeTruthy();
  expect(screen.getByText('Failed to load the map: this browser cannot draw maps')).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('Teal Otter');
});
