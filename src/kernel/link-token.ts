import { z } from 'zod';
import { problem } from './text.ts';

/** The secret in a mailed or shared link: 32 bytes as hexadecimal digits. */
export const linkToken = /^[0-9a-f]{64}$/;

export const LinkToken = z.string().regex(linkToken, problem('This link is incomplete'));
