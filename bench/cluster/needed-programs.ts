import { spawnSync } from 'node:child_process';
import { findPostgresBinaries } from '#tests/support/databases/postgres.ts';
import { findProgram } from '#tests/support/server-program.ts';

export interface NeededPrograms {
  /** The folder of PostgreSQL's programs. */
  postgres: string;
  haproxy: string;
  pgbouncer: string;
  /** Older versions cannot share a connection that has prepared statements. */
  poolMode: 'transaction' | 'session';
  valkey: string;
  versions: string[];
}

/** Throws an Error that says which packages are missing. */
export function findNeededPrograms(): NeededPrograms {
  const postgres = findPostgresBinaries();
  const [haproxy, pgbouncer] = [findProgram('haproxy'), findProgram('pgbouncer')];
  const valkey = findProgram('valkey-server', 'redis-server');
  if (!postgres || !haproxy || !pgbouncer || !valkey) {
    const missing = [
      ...(postgres ? [] : ['postgresql']),
      ...(haproxy ? [] : ['haproxy']),
      ...(pgbouncer ? [] : ['pgbouncer']),
      ...(valkey ? [] : ['valkey-server (Debian 12: redis-server)']),
    ];
    throw new Error(`Missing: ${missing.join(', ')}. On Debian, install them with apt-get install.`);
  }
  const pooler = readVersion(pgbouncer, '--version');
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(pooler) ?? [];
  const knowsPreparedStatements = Number(major) > 1 || Number(minor) >= 21;
  const poolMode = knowsPreparedStatements ? 'transaction' : 'session';
  return {
    postgres,
    haproxy,
    pgbouncer,
    poolMode,
    valkey,
    versions: [
      readVersion(`${postgres}/postgres`, '--version'),
      `${pooler} in ${poolMode} mode`,
      readVersion(valkey, '--version').replace(/ (sha|malloc)=.*/, ''),
      readVersion(haproxy, '-v').replace(/ - .*/, ''),
    ],
  };
}

function readVersion(program: string, flag: string): string {
  return spawnSync(program, [flag], { encoding: 'utf8' }).stdout.split('\n')[0]?.trim() ?? '';
}
