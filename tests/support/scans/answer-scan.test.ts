import { randomUUID } from 'node:crypto';
import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCampaign } from '#campaigns/form-contract.ts';
import { wearableForm } from '#campaigns/sample.ts';
import { beginEventStream } from '#platform/server/live/event-stream.ts';
import { enqueueMail } from '#platform/server/mail/send-mail.ts';
import { transact } from '#platform/server/db/transact.ts';
import { updateLocation } from '#tracking/contract.ts';
import { type Client, type TestApp, testApp } from '../app.ts';
import { KnownPositions } from './answer-scan-positions.ts';
import { takeLeaks } from './log-scan.ts';

const fix = { latitude: 37.786429, longitude: -122.407296, accuracy: 8 };

describe('a known position', () => {
  const known = new KnownPositions();
  known.add(fix, 'maya');
  known.add({ latitude: 37.78, longitude: -122.4 }, 'maya');
  known.add({ latitude: 51.50999999, longitude: 0.00000042 }, 'maya');

  it.each([
    '{"latitude":37.786429,"longitude":-122.407296}',
    '{"coordinates":[-122.407296,37.786429]}',
    '2026-11-02T15:00:00.000Z,"37.786429","-122.407296",8',
    '/map?at=37.786429%2C-122.407296&zoom=3',
    '37.786429° N, 122.407296° W',
    'five decimals: 37.78643 -122.4073',
    'four, rounded: 37.7864 -122.4073',
    'four, cut off: 37.7864 -122.4072',
    'close to a round number: {"lat":51.51,"lng":0.0000}',
  ])('is found in %s', (text) => {
    expect(known.shownIn(text)).toEqual([expect.objectContaining({ owners: new Set(['maya']) })]);
  });

  it.each([
    'fewer decimals: 37.786 -122.407',
    'another position: {"latitude":37.786529,"longitude":-122.407296}',
    `far apart: 37.786429 ${'-'.repeat(200)} -122.407296`,
    'a position with few decimals: 37.78 -122.4',
    'parts of longer numbers: 137.786429 1122.407296',
  ])('is not found in %s', (text) => {
    expect(known.shownIn(text)).toEqual([]);
  });

  it('may be where a published cell has its centre or a corner', () => {
    const cell = latLngToCell(37.7897, -122.4, 8);
    const published = [cellToLatLng(cell), ...cellToBoundary(cell)];
    for (const [latitude, longitude] of published) {
      known.add({ latitude, longitude: longitude + 1e-7 }, 'maya');
    }
    expect(known.shownIn(JSON.stringify(published))).toEqual([]);
    const [[latitude, longitude] = [0, 0]] = published;
    expect(known.shownIn(JSON.stringify([latitude, longitude + 1e-7]))).not.toEqual([]);
  });
});

describe('an app of the tests', () => {
  let app: TestApp;
  let marketer: Client;
  const shown = `another person’s exact position: ${fix.latitude}, ${fix.longitude}`;

  beforeEach(async () => {
    app = await testApp({ listens: false });
    app.http.get('/leak/answer', () => ({ at: [fix] }));
    app.http.get('/leak/stream', async (_request, reply) => {
      const stream = beginEventStream(reply);
      const text = `data: ${JSON.stringify(fix)}\n\n`;
      for (const part of [text.slice(0, 16), text.slice(16)]) stream.write(Buffer.from(part));
      stream.close();
    });
    marketer = await app.signIn('marketer');
    // Refused, because there is no such session, but the position has arrived.
    await send(marketer, fix);
  });

  const send = (client: Client, body: typeof fix) =>
    client.call(updateLocation, { params: { id: randomUUID() }, body });

  it('fails if it shows a position to anyone but its marketer, in a response or stream', async () => {
    const clients = {
      visitor: app.visitor(),
      advertiser: await app.signIn('advertiser'),
      marketer: await app.signIn('marketer'),
    };
    // A user who sends a position but is no marketer has not measured it.
    await send(clients.advertiser, fix);
    for (const client of Object.values(clients)) await client.request('GET', '/leak/answer');
    await clients.advertiser.request('GET', '/leak/stream');
    const elsewhere = await app.signIn('marketer', marketer.email);
    for (const own of [marketer, elsewhere]) await own.request('GET', '/leak/answer');
    await app.close();
    // Responses are scanned concurrently.
    expect(takeLeaks().toSorted()).toEqual(
      [
        ...Object.keys(clients).map((role) => `GET /leak/answer by ${role} shows ${shown}`),
        `GET /leak/stream by advertiser shows ${shown}`,
      ].toSorted(),
    );
  });

  it('fails if it emails a position to anyone', async () => {
    const mail = {
      to: marketer.email,
      subject: 'Your walk',
      text: `You were at ${fix.latitude}, ${fix.longitude}.`,
    };
    await transact(app.deps.db, (tx) =>
      enqueueMail(tx, app.deps, { ref: 'walk', mail: () => mail, language: 'en' }),
    );
    await app.runDue();
    await app.close();
    expect(takeLeaks()).toEqual([`a mail shows ${shown}`]);
  });

  it('may show a campaign’s place, even if a marketer is there', async () => {
    const advertiser = await app.signIn('advertiser');
    const { lat, lng } = wearableForm(app.clock.now()).locationDetails;
    await send(marketer, { latitude: lat, longitude: lng, accuracy: 8 });
    const made = await advertiser.call(createCampaign, { body: wearableForm(app.clock.now()) });
    expect(made.body.locationDetails).toMatchObject({ lat, lng });
    await app.close();
    expect(takeLeaks()).toEqual([]);
  });
});
