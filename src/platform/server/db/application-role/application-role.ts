import type pg from 'pg';
import { StartError } from '../../start-error.ts';
import { APPLICATION_ROLE, enterApplicationRole } from './application-pool.ts';

/**
 * Also makes the connecting user a member. Roles belong to a PostgreSQL server and not to a database, so no backup
 * contains them. Call it as the owner.
 */
export async function createApplicationRole(client: pg.ClientBase): Promise<void> {
  try {
    await client.query(createRole);
    await client.query(grantMembership);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The role ${APPLICATION_ROLE} cannot be created: ${reason}. As a superuser, run ` +
        `"create role ${APPLICATION_ROLE} nologin; grant ${APPLICATION_ROLE} to <the user of DATABASE_URL>".`,
      { cause: error },
    );
  }
}

/** Says whether `createApplicationRole` can succeed as this user. */
export async function canCreateApplicationRole(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(`
    select own.rolsuper or own.rolcreaterole or coalesce(pg_has_role(own.oid, application.oid, 'member'), false) as can
    from pg_catalog.pg_roles own left join pg_catalog.pg_roles application on application.rolname = '${APPLICATION_ROLE}'
    where own.rolname = session_user`);
  return rows[0]?.can === true;
}

/** Another database of this server may create it at the same moment. */
const createRole = `
  do $$
  begin
    if not exists (select from pg_catalog.pg_roles where rolname = '${APPLICATION_ROLE}') then
      create role ${APPLICATION_ROLE} nologin;
    end if;
  exception when duplicate_object or unique_violation then
    null;
  end $$`;

/**
 * Since PostgreSQL 16, the creator of a role is a member that may grant it, but not switch to it. Without this
 * check, an owner who was only made a member could not start, because it may not grant. The retry is for
 * 'tuple concurrently updated': another database of this server may be started by the same account.
 */
const grantMembership = `
  do $$
  declare
    switching text := case when current_setting('server_version_num')::integer < 160000 then 'member' else 'set' end;
  begin
    for attempt in 1..20 loop
      begin
        if not pg_catalog.pg_has_role(session_user, '${APPLICATION_ROLE}', switching) then
          execute format('grant ${APPLICATION_ROLE} to %I', session_user);
        end if;
        exit;
      exception when unique_violation or internal_error then
        if attempt = 20 then raise; end if;
        perform pg_catalog.pg_sleep(0.05);
      end;
    end loop;
  end $$`;

/** Call it after a restore and not before: restored tables must get only their own permissions. */
export async function grantDefaultPrivileges(client: pg.ClientBase): Promise<void> {
  await client.query(`
    alter default privileges in schema public grant select, insert, update, delete on tables to ${APPLICATION_ROLE};
    alter default privileges in schema public grant usage, select on sequences to ${APPLICATION_ROLE}`);
}

/**
 * Throws a StartError if the role could write the ledger or change the audit log directly, or may not post to the
 * ledger. A restore without the role loses these permissions.
 */
export async function enterCheckedRole(client: pg.ClientBase): Promise<void> {
  const found = await readPermissions(client, `'${APPLICATION_ROLE}'`);
  if (found && found.writable.length > 0) {
    throw new StartError(
      `The server’s user can write to ${found.writable.join(', ')} directly, past the functions that protect ` +
        `the books. ${advice}`,
    );
  }
  if (found?.can_post === false) {
    throw new StartError(`The role ${APPLICATION_ROLE} has lost its permissions in this database. ${advice}`);
  }
  await enterApplicationRole(client);
}

const advice =
  'This happens if a backup is restored before that role exists. Restore it again with "npm run restore".';

/**
 * Throws a StartError unless the connecting user has only the permissions of the application's role. A pooler shares its
 * connections, so a role that one of its clients enters is not kept.
 */
export async function requireApplicationLogin(client: pg.ClientBase): Promise<void> {
  const found = await readPermissions(client, 'session_user');
  if (found?.writable.length === 0 && found.can_post === true) return;
  throw new StartError(
    `With DATABASE_LISTEN_URL, the user of DATABASE_URL must have the permissions of ${APPLICATION_ROLE} and no ` +
      `others on the books. As a superuser, run "create role <user> login password '...' in role ${APPLICATION_ROLE}".`,
  );
}

interface Permissions {
  writable: string[];
  can_post: boolean | null;
}

async function readPermissions(client: pg.ClientBase, role: string): Promise<Permissions | undefined> {
  const { rows } = await client.query<Permissions>(permissionsSql(role));
  return rows[0];
}

const permissionsSql = (role: string) => `
  select
    array(
      select c.oid::regclass::text from pg_catalog.pg_class c
      where c.relkind in ('r', 'p')
        and (c.relnamespace = to_regnamespace('ledger')
          or c.oid in (to_regclass('public.audit_entry'), to_regclass('public.audit_seal')))
        and (has_any_column_privilege(${role}, c.oid, 'update')
          or has_table_privilege(${role}, c.oid, 'delete, truncate')
          -- The audit log has no posting function: the application adds its entries.
          or (c.relnamespace = to_regnamespace('ledger') and has_any_column_privilege(${role}, c.oid, 'insert')))
      order by 1
    ) as writable,
    has_function_privilege(
      ${role}, to_regprocedure('ledger.post(text, text, text, timestamptz, jsonb)'), 'execute') as can_post`;
