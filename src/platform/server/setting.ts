import { z } from 'zod';

/** One environment variable of config.ts. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  about: string;
  /** Where NODE_ENV is production the server refuses to start without it, or with it. */
  production?: 'required' | 'refused';
}

export const text = z.string().trim().min(1);

export function setting<Schema extends z.ZodType>(
  schema: Schema,
  about: string,
  production?: Setting['production'],
): Setting<Schema> {
  return production ? { schema, about, production } : { schema, about };
}
