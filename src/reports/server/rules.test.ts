import { expect, test } from 'vitest';
import { campaignReportSample } from '../sample.ts';
import { formatReportCsv } from './report-csv.ts';
import { countZoneCells, divideCost, estimatePassersBy, roundTimes, sumTime } from './rules.ts';
import { listSharedPhotos } from './shared-photos.ts';

test('a long session does not hide a place that stayed empty, and a rejected proof counts nowhere', () => {
  const work = [
    { status: 'approved', minutesInside: 150 },
    { status: 'rejected', minutesInside: 80 },
    { status: 'pending', minutesInside: 30 },
  ] as const;
  expect(sumTime(work, { places: 2, durationMinutes: 90 })).toEqual({
    verifiedMinutes: 150,
    waitingMinutes: 30,
    askedMinutes: 180,
    coverage: 0.5,
  });
  expect(sumTime([], { places: 0, durationMinutes: 90 }).coverage).toBeNull();
});

test('a zone of few areas has no share, because published areas are shifted', () => {
  const cells = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  expect(countZoneCells(cells, new Set(['a', 'c', 'beside']))).toEqual({ cells: 7, visited: 2 });
  expect(countZoneCells(cells.slice(1), new Set(cells))).toBeNull();
});

test('rounds the cost of an hour to the cent, and returns none without time', () => {
  expect(divideCost(4600, 87)).toBe('31.72');
  expect(divideCost(4600, 0)).toBeNull();
});

test('multiplies both ends of the assumption', () => {
  expect(estimatePassersBy({ low: 400, high: 900 }, 90)).toEqual({ low: 600, high: 1350 });
});

test('a link shows whole minutes', () => {
  const { time, heat, work } = roundTimes(campaignReportSample);
  expect([time?.verifiedMinutes, time?.waitingMinutes, time?.coverage]).toEqual([87, 70, 0.32]);
  expect(heat?.cells.map(({ minutes }) => minutes)).toEqual([97, 60]);
  expect(work.map(({ minutesInside }) => minutesInside)).toEqual([87, 70]);
});

test('only photos of wearable campaigns leave the business', () => {
  const { campaign, photos } = campaignReportSample;
  expect(listSharedPhotos({ campaign, photos })).toEqual([photos[1]]);
  expect(listSharedPhotos({ campaign: { ...campaign, campaignType: 'social' }, photos })).toEqual([]);
});

test('the CSV file tells the proofs of a marketer apart, and gives times of the place', () => {
  const { work, ...report } = campaignReportSample;
  const lines = formatReportCsv({ ...report, work: [...work, ...work.slice(0, 1)] }).split('\r\n');
  for (const subject of ['"Marketer 1, proof 1"', 'Marketer 2', '"Marketer 1, proof 2"']) {
    expect(lines.filter((line) => line.startsWith(`Work,${subject},Decision,`))).toHaveLength(1);
  }
  expect(lines).toContain('Campaign,,Start (time of the place),"Dec 1, 2026, 9:00 AM PST"');
});
