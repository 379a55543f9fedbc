import { readFileSync, readlinkSync, renameSync, symlinkSync, unlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The lock is a symbolic link whose target names its owner, because both are created in one step. The lock of a process
 * that has ended is taken over.
 */
export async function withLock(file, work) {
  for (let told; !tryTake(file);) {
    const owner = readOwner(file);
    if (owner !== undefined && isGone(owner)) removeStale(file, owner);
    else {
      if (owner !== told) {
        console.log(`Waiting for process ${parseInt(owner)} to finish its set-up …`);
        console.log(`If no set-up is running, delete ${file}.`);
      }
      told = owner;
      await wait(250);
    }
  }
  try {
    return await work();
  } finally {
    if (readOwner(file) === self) unlinkSync(file);
  }
}

function tryTake(file) {
  try {
    symlinkSync(self, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(file) {
  try {
    return readlinkSync(file);
  } catch {
    return undefined;
  }
}

/**
 * The start time is part of the name: after a restart of the machine or of a container, the same id often belongs to
 * another process.
 */
function nameProcess(id) {
  try {
    // The fields after the program's name, which may contain spaces. See proc(5), field 22.
    const [, fields] = readFileSync(`/proc/${id}/stat`, 'utf8').split(/\) (?!.*\) )/s);
    return `${id} since ${fields.split(' ')[19]}`;
  } catch {
    return String(id);
  }
}

const self = nameProcess(process.pid);

function isGone(owner) {
  const id = parseInt(owner);
  if (id === process.pid) return owner !== self;
  try {
    process.kill(id, 0);
  } catch (error) {
    if (error.code === 'ESRCH') return true;
  }
  return owner !== nameProcess(id);
}

/** Two waiting processes may both find the owner gone. The later one puts the new owner's lock back. */
function removeStale(file, owner) {
  const aside = `${file}-${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readOwner(aside);
  unlinkSync(aside);
  if (moved === owner) return;
  try {
    symlinkSync(moved, file);
  } catch {
    // A third process took the free name. The moved owner's work is repeated or checked by both.
  }
}
