/** Records between the messages 'record' and 'recorded'. */
import pg from 'pg';
import type { Statement } from './pgbench.ts';

const recorded: Statement[] = [];
let isRecording = false;

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

export const recordingAnswers = {
  record: () => {
    isRecording = true;
    return null;
  },
  recorded: () => {
    isRecording = false;
    return recorded.splice(0);
  },
};
