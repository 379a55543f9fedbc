import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderScreen, stubCall, stubNetwork, stubRefusal } from '#platform/web/screen-test.tsx';
import { getNotificationSchedule, setNotificationSchedule } from '../schedule-contract.ts';
import { SchedulePanel } from './schedule-panel.tsx';

const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const nights = { from: '22:00', until: '07:00' };

it('saves quiet hours in the browser’s time zone', async () => {
  const calls = stubNetwork(
    stubCall(getNotificationSchedule, { schedule: null }),
    stubCall(setNotificationSchedule, { schedule: { timeZone, quietHours: nights, digestHour: null } }),
  );
  renderScreen(<SchedulePanel />);
  const quiet = await screen.findByRole('switch', { name: 'Quiet hours' });
  expect(quiet).toHaveProperty('checked', false);
  expect(screen.queryByLabelText(/From/)).toBeNull();
  await userEvent.click(quiet);
  expect(screen.getByLabelText(/From/)).toHaveProperty('value', '22:00');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(calls.flatMap(({ body }) => (body ? [body] : []))).toEqual([
    { timeZone, quietHours: nights, digestHour: null },
  ]);
});

it('shows what is saved, and where its times are meant', async () => {
  stubNetwork(
    stubCall(getNotificationSchedule, {
      schedule: { timeZone: 'Asia/Tokyo', quietHours: nights, digestHour: 18 },
    }),
  );
  renderScreen(<SchedulePanel />);
  expect(await screen.findByRole('switch', { name: 'Quiet hours' })).toHaveProperty('checked', true);
  expect(screen.getByRole('combobox', { name: 'Emails' })).toHaveProperty(
    'value',
    'One email a day, at 6:00 PM',
  );
  expect(screen.getByText(/saved times are in Asia\/Tokyo/)).toBeTruthy();
});

it.each([
  ['from', /From/, 'Enter a time, such as 22:00'],
  ['until', /Until/, 'Choose two different times'],
])('shows why the time %s is refused, also if it is empty', async (field, label, problem) => {
  stubNetwork(
    stubCall(getNotificationSchedule, { schedule: { timeZone, quietHours: nights, digestHour: null } }),
    stubRefusal(setNotificationSchedule, 'request/invalid', { [`quietHours.${field}`]: problem }),
  );
  renderScreen(<SchedulePanel />);
  await userEvent.clear(await screen.findByLabelText(label));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(problem)).toBeTruthy();
  expect(
    screen.getAllByLabelText(/From|Until/).filter((time) => time.getAttribute('aria-invalid') === 'true'),
  ).toEqual([screen.getByLabelText(label)]);
});
