import { z } from 'zod';

export interface Setting<Schema extends z.ZodType = z.ZodType> {
  schema: Schema;
  about: string;
  /** In production, the server refuses to start without a 'required' setting, or with a 'refused' one. */
  production?: 'required' | 'refused';
}

export const text = z.string().trim().min(1);
export const milliseconds = z.coerce.number().int().positive();
export const key = z
  .string()
  .regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes as 64 hexadecimal characters')
  .optional();

export function setting<Schema extends z.ZodType>(
  schema: Schema,
  about: string,
  production?: Setting['production'],
): Setting<Schema> {
  return production ? { schema, about, production } : { schema, about };
}
