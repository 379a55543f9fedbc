import type { Command } from './command.ts';
import { scenes } from './scenes.ts';

const SCENES_IN_A_PART = 10;

/** All scenes in parts, numbered from 1. A course of one part fits the time limit of a test on a busy machine. */
export const sceneParts = (): { number: number; part: Command[][] }[] => {
  const all = scenes();
  return Array.from({ length: Math.ceil(all.length / SCENES_IN_A_PART) }, (_, index) => ({
    number: index + 1,
    part: all.slice(index * SCENES_IN_A_PART, (index + 1) * SCENES_IN_A_PART),
  }));
};
