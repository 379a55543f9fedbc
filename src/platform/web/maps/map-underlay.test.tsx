import { expect, test } from 'vitest';
import { renderScreen } from '../screen-test.tsx';
import { MapUnderlay } from './map-underlay.tsx';

test('draws the zone, the name of the place and a round scale without the map engine', () => {
  const { container } = renderScreen(
    <MapUnderlay
      center={{ lat: 0, lng: 0 }}
      ring={{ lat: 0, lng: 0, radiusMeters: 1600 }}
      place="Market Street"
      height={320}
    />,
  );
  expect(container.textContent).toBe('Market Street1 km');
  // 1600 metres fill half of the 240 pixels that a small screen has.
  expect(Number(container.querySelector('circle')?.getAttribute('r'))).toBeCloseTo(120, 0);
});
