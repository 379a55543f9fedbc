import type { TokenScope } from '#kernel/endpoint.ts';
import { type Message, msg } from '#kernel/text.ts';

export const scopeLabels: Readonly<Record<TokenScope, Message>> = {
  'campaigns:read': msg('Read campaigns'),
  'applications:read': msg('Read applications'),
  'applications:write': msg('Decide on applications'),
  'proofs:read': msg('Read proofs'),
  'payments:read': msg('Read payments'),
};
