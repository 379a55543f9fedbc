import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const beatMilliseconds = 2_000;
// If the owner has not touched its lock for this long, it is gone, even if its process id is in use again.
const staleAfterMilliseconds = 20_000;

/**
 * Runs `work` while no other process holds the same lock file. The file contains the owner's process id. If
 * the owner is gone, the lock is taken over.
 */
export async function withLock(file, { onWait, work }) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !tryTake(file);) {
    const owner = readOwner(file);
    if (owner !== undefined && isGone(file, owner)) removeStale(file, owner);
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
  // The owner writes its id just after creating the file. An empty file is either very new, or its age shows
  // that it is stale.
  if (!pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Removes the lock of a dead owner. Two waiting processes may both find it dead, but only one can rename its
 * file. If the renamed file is not the dead owner's, it goes back.
 */
function removeStale(file, owner) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readOwner(aside) === owner) rmSync(aside, { force: true });
  else renameSync(aside, file);
}
