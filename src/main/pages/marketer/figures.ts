import type { Application } from '#applications/contract.ts';
import type { Cents } from '#kernel/money.ts';
import type { Payment } from '#payments/contract.ts';
import { completedCents, isSameMonth } from '#payments/web/payment-words.ts';
import type { Proof } from '#proofs/contract.ts';

/** What a marketer's dashboard counts, from lists that the server has given. */
export interface MarketerFigures {
  thisMonthCents: Cents;
  completedGigs: number;
  week: { applications: number; approvals: number; earnedCents: Cents };
}

export interface MarketerLists {
  applications: readonly Pick<Application, 'appliedAt' | 'decidedAt' | 'status'>[];
  proofs: readonly Pick<Proof, 'status'>[];
  payments: readonly Pick<Payment, 'amount' | 'status' | 'createdAt'>[];
}

/** Months and weeks are those of the reader's own time zone; a week begins on Sunday. */
export function figuresOf({ applications, proofs, payments }: MarketerLists, now: Date): MarketerFigures {
  const weekStart = startOfWeek(now);
  const isThisWeek = (moment: string | null) => moment !== null && new Date(moment) >= weekStart;
  return {
    thisMonthCents: completedCents(payments, (createdAt) => isSameMonth(createdAt, now)),
    completedGigs: proofs.filter(({ status }) => status === 'approved').length,
    week: {
      applications: applications.filter(({ appliedAt }) => isThisWeek(appliedAt)).length,
      approvals: applications.filter(
        ({ status, decidedAt }) => status === 'approved' && isThisWeek(decidedAt),
      ).length,
      earnedCents: completedCents(payments, (createdAt) => createdAt >= weekStart),
    },
  };
}

function startOfWeek(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - now.getDay());
}
