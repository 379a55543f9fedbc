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

test('is drawn at zoom 13 unless another one is given', () => {
  const draw = (zoom: { zoom?: number }) => {
    const { container, unmount } = renderScreen(
      <MapUnderlay center={{ lat: 37.7749, lng: -122.4194 }} {...zoom} height={320} />,
    );
    const { textContent } = container;
    unmount();
    return textContent;
  };
  expect(draw({})).toBe(draw({ zoom: 13 }));
  expect(draw({})).not.toBe(draw({ zoom: 15 }));
});
