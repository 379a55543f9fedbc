import { prepareWorld, type WorldSize } from '../prepared-world.ts';
import { serveForBench } from './serve.ts';

const size: WorldSize = JSON.parse(process.env['BENCH_SIZE'] ?? '');
await serveForBench((app, clock, address) => prepareWorld(app, clock, address, size), { hasWorker: true });
