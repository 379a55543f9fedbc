import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { findPostgresBinaries } from '#tests/support/databases/postgres.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/** The templates use the column names. */
const idsQuery = `
  select p.id as proof, p.campaign_id as campaign, p.application_id as application, p.marketer_id as marketer,
    c.title as title, f.wallet_email as wallet
  from proof p join campaign c on c.id = p.campaign_id join profile f on f.account_id = p.marketer_id`;

/** pgbench treats a colon before a letter as a variable, even inside quotes. */
const looksLikeVariable = /:[A-Za-z_]/;

const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

export interface Script {
  file: string;
  statements: number;
}

/** Each proof has a row with the values that differ from the sample. Ids that the approval creates are generated. */
export async function prepareScript(input: {
  url: string;
  folder: string;
  name: string;
  sampleProofId: string;
  recorded: readonly Statement[];
  proofIds: readonly string[];
}): Promise<Script> {
  const { url, folder, name, sampleProofId, recorded, proofIds } = input;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(`${idsQuery} where p.id = $1`, [
      sampleProofId,
    ]);
    const [sample] = rows;
    if (!sample) throw new Error('the sample is not there');
    const shared = await client.query<{ id: string }>(
      `select c.advertiser_id as id from proof p join campaign c on c.id = p.campaign_id where p.id = $1
       union all select s.id from proof p join campaign c on c.id = p.campaign_id
         join sign_in_session s on s.account_id = c.advertiser_id where p.id = $1`,
      [sampleProofId],
    );
    const sharedIds = new Set(shared.rows.map(({ id }) => id));
    const templates = new Map<string, string>();
    const lines = recorded.map(({ text, values }) => {
      const asked = text.replaceAll(/\$(\d+)/g, (_, index: string) => {
        const value = toLiteral(values[Number(index) - 1]);
        if (value === null) return 'null';
        const template = toTemplate(value, sample, sharedIds);
        if (template === value && !looksLikeVariable.test(value)) return quoted(value);
        if (!templates.has(template)) templates.set(template, `v${templates.size + 1}`);
        return `:${templates.get(template)}`;
      });
      return `${asked.replaceAll(/\s+/g, ' ').trim()};`;
    });
    await makeRows(client, name, templates, proofIds);
    const columns = Array.from(templates.values()).join(', ');
    const take = `select ${columns} from (select nextval('${name}_turn') as turn offset 0) t join ${name} using (turn) \\gset`;
    const file = join(folder, `${name}.sql`);
    await writeFile(file, `${[take, ...lines].join('\n')}\n`);
    return { file, statements: lines.length };
  } finally {
    await client.end();
  }
}

/** Placeholders are «proof», «campaign» and so on for known ids, «new …» for an id that the approval created. */
function toTemplate(value: string, sample: Record<string, string>, shared: ReadonlySet<string>): string {
  let template = value;
  for (const [column, known] of Object.entries(sample)) template = template.replaceAll(known, `«${column}»`);
  return template.replaceAll(anyUuid, (uuid) => (shared.has(uuid) ? uuid : `«new ${uuid}»`));
}

async function makeRows(
  client: pg.Client,
  name: string,
  templates: ReadonlyMap<string, string>,
  proofIds: readonly string[],
): Promise<void> {
  const made = [
    ...new Set(Array.from(templates.keys()).flatMap((template) => template.match(/«new [^»]+»/g) ?? [])),
  ];
  const news = made.map((_, index) => `gen_random_uuid()::text as new${index}`);
  const columns = Array.from(templates, ([template, column]) => {
    const pieces = template.split(/(«[^»]+»)/).flatMap((piece) => {
      if (piece === '') return [];
      const created = made.indexOf(piece);
      if (created >= 0) return [`new${created}`];
      return /^«(proof|campaign|application|marketer|title|wallet)»$/.test(piece)
        ? [`ids.${piece.slice(1, -1)}::text`]
        : [quoted(piece)];
    });
    return `${pieces.join(' || ')} as ${column}`;
  });
  await client.query(`create sequence ${name}_turn`);
  await client.query(
    `create table ${name} as
     select wanted.turn, ${columns.join(', ')}
     from unnest($1::uuid[]) with ordinality as wanted (proof, turn)
     join lateral (select ${['1 as one', ...news].join(', ')}, wanted.turn as same) made on true
     join (${idsQuery}) ids on ids.proof = wanted.proof`,
    [proofIds],
  );
  await client.query(`create unique index on ${name} (turn)`);
  await client.query(`analyze ${name}`);
}

function toLiteral(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map((part) => JSON.stringify(String(part))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Use 'prepared' for named statements. Returns transactions per second. Throws if a transaction failed. */
export async function runPgbench(
  url: string,
  script: Pick<Script, 'file'>,
  load: { clients: number; transactionsEach: number; protocol?: 'extended' | 'prepared' },
): Promise<number> {
  const program = join(findPostgresBinaries() ?? '', 'pgbench');
  const child = spawn(
    program,
    [
      '-n',
      '-M',
      load.protocol ?? 'extended',
      '-c',
      `${load.clients}`,
      '-j',
      '2',
      '-t',
      `${load.transactionsEach}`,
      '-f',
      script.file,
      url,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let told = '';
  let failed = '';
  child.stdout.on('data', (chunk) => (told += chunk));
  child.stderr.on('data', (chunk) => (failed += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const expected = load.clients * load.transactionsEach;
  const processed = Number(/actually processed: (\d+)/.exec(told)?.[1]);
  if (code !== 0 || processed !== expected) throw new Error(`pgbench: ${failed}${told}`);
  return Number(/tps = ([\d.]+)/.exec(told)?.[1]);
}
