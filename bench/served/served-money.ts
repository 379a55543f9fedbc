import { type MoneySize, prepareMoneyWorld } from '../money-world.ts';
import { recordingAnswers } from '../recording.ts';
import { serveForBench } from './serve.ts';

const size: MoneySize = JSON.parse(process.env['BENCH_SIZE'] ?? '');

await serveForBench((app, clock, address) => prepareMoneyWorld(app, clock, address, size), {
  hasWorker: false,
  answers: recordingAnswers,
});
