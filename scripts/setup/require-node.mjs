// Any Node may read this file, however old, so it uses no syntax newer than modules.
const oldest = [20, 19];

/** Ends the process with a clear message if Node is older than the project needs. */
export function requireNode() {
  const version = process.versions.node.split('.').map(Number);
  if (version[0] > oldest[0] || (version[0] === oldest[0] && version[1] >= oldest[1])) return;
  console.error(
    'Promenade needs Node ' +
      oldest.join('.') +
      ' or later, and this is Node ' +
      process.versions.node +
      '.\n' +
      'Install a newer one from https://nodejs.org and run the command again.',
  );
  process.exit(1);
}
