import { z } from 'zod';
import { defineProcess } from '#kernel/process.ts';

/**
 * A marketer disputes a rejection, or an advertiser an approval whose pay is still here (decision 50). The sides try
 * to agree, otherwise an admin decides. Upheld: the side that opened the dispute gets everything.
 */
export const disputeProcess = defineProcess({
  states: ['open', 'answered', 'proposed', 'escalated', 'agreed', 'upheld', 'split', 'rejected'],
  initial: 'open',
  actors: ['opener', 'respondent', 'platform', 'admin'],
  transitions: {
    answer: {
      from: ['open'],
      to: 'answered',
      by: ['respondent'],
      why: 'The other side says how they see it.',
    },
    propose: {
      from: ['answered', 'proposed'],
      to: 'proposed',
      by: ['opener', 'respondent'],
      why: 'One side says what the marketer should get. It replaces an earlier proposal.',
    },
    accept: {
      from: ['proposed'],
      to: 'agreed',
      by: ['opener', 'respondent'],
      why: 'The other side accepts the proposal, so the money moves.',
    },
    escalate: {
      from: ['answered', 'proposed'],
      to: 'escalated',
      by: ['opener', 'respondent'],
      why: 'One side asks an administrator to decide.',
    },
    expire: {
      from: ['open', 'answered', 'proposed'],
      to: 'escalated',
      by: ['platform'],
      why: 'The deadline has passed, so an administrator decides with what is there.',
    },
    uphold: {
      from: ['escalated'],
      to: 'upheld',
      by: ['admin'],
      why: 'The side that opened the dispute is right and gets everything.',
    },
    split: {
      from: ['escalated'],
      to: 'split',
      by: ['admin'],
      why: 'The marketer gets a part of the pay, and the rest goes back.',
    },
    reject: {
      from: ['escalated'],
      to: 'rejected',
      by: ['admin'],
      why: 'The disputed decision was right.',
    },
  },
});

export const DisputeState = z.enum([
  'open',
  'answered',
  'proposed',
  'escalated',
  'agreed',
  'upheld',
  'split',
  'rejected',
]);
export type DisputeState = z.infer<typeof DisputeState>;

export const DisputeSide = z.enum(['marketer', 'advertiser']);
export type DisputeSide = z.infer<typeof DisputeSide>;

export type DisputeActor = 'opener' | 'respondent';
