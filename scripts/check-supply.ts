// npm run check:supply: writes sbom.json, and checks the licenses and known vulnerabilities of all installed packages.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readAudit } from './checks/audit.ts';
import { checkLicense, type Component, listUnusedExceptions } from './checks/licenses.ts';

function runNpm(...words: string[]) {
  return spawnSync('npm', words, { encoding: 'utf8', maxBuffer: 100_000_000 });
}

function listComponents(): Component[] {
  const { status, stdout, stderr } = runNpm('sbom', '--sbom-format', 'cyclonedx');
  if (status !== 0) throw new Error(`npm sbom failed. Run npm ci.\n${stderr}`);
  writeFileSync('sbom.json', stdout);
  const { components }: { components: Component[] } = JSON.parse(stdout);
  return components;
}

const counts = new Map<string, number>();
let failures = 0;
const components = listComponents();
for (const component of components) {
  const { license, isAllowed, reason } = checkLicense(component);
  counts.set(license, (counts.get(license) ?? 0) + 1);
  const name = `${component.name}@${component.version}: ${license}`;
  if (reason !== undefined) console.log(`exception  ${name} (${reason})`);
  if (isAllowed) continue;
  failures += 1;
  console.error(
    `failed     ${name} is not permissive. Replace the package, or add an exception with a reason.`,
  );
}
for (const packages of listUnusedExceptions(components)) {
  failures += 1;
  console.error(`failed     ${packages}: the exception covers no package. Remove it.`);
}
for (const [license, count] of [...counts].toSorted(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(5)}  ${license}`);

const { vulnerabilities, problem, isOffline } = readAudit(runNpm('audit', '--json').stdout);
const isUnchecked = vulnerabilities === null && !isOffline;
if (isUnchecked) console.error(`failed     npm audit gave no report: ${problem}.`);
else if (vulnerabilities === null) console.log(`Vulnerabilities were not checked, offline: ${problem}.`);
else console.log(`${vulnerabilities.length} packages have known vulnerabilities.`);
for (const vulnerability of vulnerabilities ?? []) console.error(`failed     ${vulnerability}`);
console.log('sbom.json lists all installed packages.');
if (isUnchecked) process.exitCode = 2;
else process.exitCode = failures > 0 || (vulnerabilities ?? []).length > 0 ? 1 : 0;
