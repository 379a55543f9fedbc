import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` while no other process holds the lock. The lock is a symbolic link whose target is the owner's
 * process id, because a link and its target are created in one step. The lock of a process that has ended is
 * taken over.
 */
export async function withLock(file, work) {
  for (let told; !tryTake(file);) {
    const owner = readOwner(file);
    if (owner !== undefined && isGone(owner)) removeStale(file, owner);
    else {
      if (owner !== told) console.log(`Waiting for process ${owner}, which holds ${file} …`);
      told = owner;
      await wait(250);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

function tryTake(file) {
  try {
    symlinkSync(String(process.pid), file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(file) {
  try {
    return Number(readlinkSync(file));
  } catch {
    return undefined;
  }
}

function isGone(owner) {
  // In a container, a new process often has the id of the killed one.
  if (owner === process.pid) return true;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Two waiting processes may both find the owner gone. The later one puts the new owner's lock back. */
function removeStale(file, owner) {
  const aside = `${file}-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readOwner(aside) === owner) rmSync(aside);
  else renameSync(aside, file);
}
