import { type Measured, measure, type NextCall, type Sample, type Served, summarise } from './load.ts';
import { machineFacts } from './machine.ts';

export interface Row {
  engine: string;
  call: string;
  measured: Measured;
  noOp: Measured;
}

/** In turns, so that other load on the machine affects both alike. */
export interface Turns {
  callers: number;
  rounds: number;
  seconds: number;
  noOpSeconds: number;
  warmUpSeconds: number;
}

export async function measureInTurns(
  server: Served,
  next: NextCall,
  noOp: NextCall,
  { callers, rounds, seconds, noOpSeconds, warmUpSeconds }: Turns,
): Promise<{ measured: Measured; noOp: Measured }> {
  const run = (call: NextCall, forSeconds: number) => measure(server, call, { callers, seconds: forSeconds });
  await run(noOp, warmUpSeconds);
  await run(next, warmUpSeconds);
  const samples: { called: Sample[]; idle: Sample[] } = { called: [], idle: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.idle.push(await run(noOp, noOpSeconds));
    samples.called.push(await run(next, seconds));
  }
  return { measured: summarise(samples.called), noOp: summarise(samples.idle) };
}

export function printRows(results: readonly Row[], { callers, rounds, seconds }: Turns): void {
  if (results.length === 0) return;
  console.log(`\n${machineFacts()}`);
  console.log(
    `${callers} callers, up to ${rounds * seconds} s each; ratio = requests per second of the call ÷ of the no-op\n`,
  );
  console.log('CPU: milliseconds of the server’s process per request; a PostgreSQL server works beside it\n');
  console.log(
    '| engine | call | ratio | requests/s | p50 ms | p99 ms | CPU ms | requests | no-op requests/s | no-op p50 ms | no-op p99 ms | no-op CPU ms |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
  for (const { engine, call, measured, noOp } of results) {
    const cells = [
      engine,
      call,
      (measured.perSecond / noOp.perSecond).toFixed(2),
      Math.round(measured.perSecond),
      measured.p50Ms.toFixed(1),
      measured.p99Ms.toFixed(1),
      measured.cpuMs.toFixed(2),
      measured.requests,
      Math.round(noOp.perSecond),
      noOp.p50Ms.toFixed(1),
      noOp.p99Ms.toFixed(1),
      noOp.cpuMs.toFixed(2),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
