import { cpus, loadavg, release, totalmem } from 'node:os';

/** All figures depend on the machine. The load shows what else was running. */
export function machineFacts(): string {
  const [processor] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`;
  const load = loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
  return `${cpus().length} cores (${processor?.model.trim()}), ${memory}, ${process.platform} ${release()}, Node ${process.version}, load ${load}`;
}
