import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverOwner } from '#tests/support/databases/postgres.ts';
import { findFreePort } from '#tests/support/server-program.ts';
import { Program } from './program.ts';

export interface Proxy {
  program: Program;
  /** The address of the site for users. */
  address: string;
  countUp(): Promise<number>;
}

/**
 * HAProxy. A call that could not be delivered goes to the other process. One that was delivered may have been carried
 * out, so only reads are repeated.
 */
export async function createProxy(
  haproxy: string,
  folder: string,
  webPorts: readonly number[],
): Promise<Proxy> {
  const [port, statsPort] = [await findFreePort(), await findFreePort()];
  const settings = join(folder, 'haproxy.cfg');
  writeFileSync(
    settings,
    `global
  maxconn 2000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend site
  bind 127.0.0.1:${port}
  default_backend web
backend web
  balance roundrobin
  option httpchk GET /healthz
  option forwardfor
  http-request disable-l7-retry unless METH_GET
  default-server check inter 500ms fall 2 rise 1 observe layer4 error-limit 1 on-error mark-down
${webPorts.map((webPort, index) => `  server web-${index + 1} 127.0.0.1:${webPort}`).join('\n')}
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`,
  );
  const countUp = async () => {
    const lines = (await (await fetch(`http://127.0.0.1:${statsPort}/;csv`)).text()).split('\n');
    return lines.filter((line) => /^web,web-\d/.test(line) && line.includes(',UP,')).length;
  };
  const program = new Program({
    name: 'haproxy',
    words: [haproxy, '-db', '-f', settings],
    log: join(folder, 'haproxy.log'),
    isReady: async () => (await countUp()) >= 0,
    owner: serverOwner(),
    cwd: folder,
  });
  return { program, address: `http://127.0.0.1:${port}`, countUp };
}
