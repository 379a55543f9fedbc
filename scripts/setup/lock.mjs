import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const beatMilliseconds = 2_000;
// An owner that has not touched its lock for so long is gone, even where its process id was given to another.
const staleAfterMilliseconds = 20_000;

/**
 * Runs `work` while no other process that uses the same lock file does. The owner's process id is in the
 * file, and a lock whose owner is gone is taken over.
 */
export async function withLock(file, { onWait, work }) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !tryTake(file);) {
    const owner = readOwner(file);
    if (owner !== undefined && isGone(file, owner)) takeAway(file, owner);
    else if (!told) {
      onWait(owner);
      told = true;
    }
    await wait(250);
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), beatMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}

function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isGone(file, owner) {
  const silentMilliseconds = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return silentMilliseconds > staleAfterMilliseconds || owner === process.pid || !isRunning(owner);
}

function isRunning(pid) {
  // The owner writes its id just after it made the file; an empty one is a moment old, or its age tells.
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Two that wait may both find the owner gone: only one renames its file, and what is not the dead owner's goes back. */
function takeAway(file, owner) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readOwner(aside) === owner) rmSync(aside, { force: true });
  else renameSync(aside, file);
}
