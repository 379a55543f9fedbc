/** PgBouncer. After a failover it leads to the other server, so the processes keep their settings. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverOwner } from '#tests/support/databases/postgres.ts';
import { findFreePort } from '#tests/support/server-program.ts';
import { DATABASE, LOGIN, OWNER, queryServer, toUrl } from './database-servers.ts';
import type { NeededPrograms } from './needed-programs.ts';
import { Program } from './program.ts';
import { MINUTE_MS, until } from './until.ts';

/** Keeps a connection of the server for each of its clients: for LISTEN and migrations. */
const SESSIONS = `${DATABASE}_sessions`;

export interface Pooler {
  program: Program;
  databaseUrl: string;
  listenUrl: string;
  /** Resolves once the pooler leads to the server at this port. */
  pointTo(port: number): Promise<void>;
}

export async function startPooler(
  { pgbouncer, poolMode }: NeededPrograms,
  folder: string,
  primaryPort: number,
): Promise<Pooler> {
  const port = await findFreePort();
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'pgbouncer-users')];
  writeFileSync(users, `"${LOGIN}" ""\n"${OWNER}" ""\n`);
  const write = (serverPort: number) => {
    const server = `host=127.0.0.1 port=${serverPort} dbname=${DATABASE}`;
    writeFileSync(
      settings,
      `[databases]
${DATABASE} = ${server} pool_mode=${poolMode}
${SESSIONS} = ${server} pool_mode=session
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = ${OWNER}
default_pool_size = 30
max_client_conn = 300
${poolMode === 'transaction' ? 'max_prepared_statements = 200' : ''}
; The default of 15 seconds would lengthen each failover.
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
`,
    );
  };
  write(primaryPort);
  const leadsTo = async (wanted: number) => {
    const { rows } = await queryServer({ port }, "select current_setting('port')::int as port", SESSIONS);
    return rows[0]?.port === wanted;
  };
  const program = new Program({
    name: 'pgbouncer',
    words: [pgbouncer, settings],
    log: join(folder, 'pgbouncer.log'),
    isReady: async () => (await queryServer({ port }, 'select', SESSIONS)).rows.length === 1,
    owner: serverOwner(),
    cwd: folder,
  });
  await program.start();
  return {
    program,
    databaseUrl: toUrl(port, LOGIN, DATABASE),
    listenUrl: toUrl(port, OWNER, SESSIONS),
    async pointTo(serverPort) {
      write(serverPort);
      program.signal('SIGHUP');
      await until('PgBouncer leads to the new primary', () => leadsTo(serverPort), MINUTE_MS);
    },
  };
}
