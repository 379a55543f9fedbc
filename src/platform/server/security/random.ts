import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Random } from '#kernel/id.ts';

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
  below: (limit) => randomInt(limit),
};
