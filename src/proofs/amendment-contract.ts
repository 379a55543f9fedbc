import { z } from 'zod';
import { IdParams } from '#kernel/endpoint.ts';
import { problem } from '#kernel/text.ts';
import { NewProof, Proof } from './contract.ts';
import { RejectReason } from './decision-contract.ts';
import { endpoint } from './domain.ts';

export const askAgain = endpoint({
  name: 'askAgain',
  method: 'POST',
  path: '/api/proofs/{id}/amendment',
  summary:
    'Ask the marketer once for better files of a pending proof. They have 72 hours; the same request again changes nothing',
  who: ['advertiser'],
  whose: { object: 'proof', by: ['advertiser', 'manager'] },
  params: IdParams,
  body: z.strictObject({
    reasons: z.array(RejectReason).min(1, problem('Choose a reason')).max(RejectReason.options.length),
    note: z.string().trim().min(1, problem('Say what to send')).max(2000),
  }),
  response: Proof,
  refusals: [
    'proof/not-found',
    'team/not-allowed',
    'proof/decided',
    'proof/asked-already',
    'proof/review-over',
  ],
});
export type AskAgainBody = z.output<typeof askAgain.body>;

export const sendAgain = endpoint({
  name: 'sendAgain',
  method: 'PUT',
  path: '/api/proofs/{id}/amendment',
  summary:
    'Send the files or the link that the advertiser asked for. They replace the first ones of the same kind',
  who: ['marketer'],
  whose: { object: 'proof', by: ['marketer'] },
  params: IdParams,
  body: NewProof.pick({ media: true, postUrl: true, isAdDisclosed: true, note: true, submissionKey: true }),
  response: Proof,
  limit: 'apply',
  refusals: [
    'proof/not-found',
    'proof/decided',
    'proof/not-asked',
    'proof/sent-again',
    'proof/again-too-late',
    'proof/missing-media',
    'proof/files-not-allowed',
    'proof/wrong-platform',
    'proof/other-account',
    'upload/not-found',
    'upload/incomplete',
    'upload/wrong-type',
  ],
  vital: true,
});
