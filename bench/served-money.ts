/** The server of `npm run bench:money`; it also tells which statements its last requests have sent to PostgreSQL. */
import pg from 'pg';
import { type MoneySize, prepareMoneyWorld } from './money-world.ts';
import type { Statement } from './pgbench.ts';
import { serveForBench } from './serve.ts';

const size: MoneySize = JSON.parse(process.env['BENCH_SIZE'] ?? '');
const recorded: Statement[] = [];
let isRecording = false;

/** Between the two messages every statement is kept as it leaves, its values beside it. */
const send = pg.Client.prototype.query;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...parts: Parameters<typeof send>) {
    // The driver's overloads: a text and its values, or both in one object.
    const [asked, values] = parts as unknown as [string | pg.QueryConfig, unknown[]?];
    if (isRecording) {
      recorded.push(
        typeof asked === 'string'
          ? { text: asked, values: Array.isArray(values) ? values : [] }
          : { text: asked.text, values: asked.values ?? (Array.isArray(values) ? values : []) },
      );
    }
    return send.apply(this, parts);
  },
});

await serveForBench((app, clock, address) => prepareMoneyWorld(app, clock, address, size), {
  hasWorker: false,
  answers: {
    record: () => {
      isRecording = true;
      return null;
    },
    recorded: () => {
      isRecording = false;
      return recorded.splice(0);
    },
  },
});
