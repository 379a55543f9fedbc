import type { Application } from '#applications/contract.ts';
import type { Proof } from '#proofs/contract.ts';

export interface ReportFigures {
  applications: number;
  /** Distinct sessions with a proof. */
  sessions: number;
  /** Summed over those sessions, or null if no session was tracked. */
  minutesInside: number | null;
  distanceMeters: number | null;
  proofs: Readonly<Record<Proof['status'], number>>;
  files: number;
}

interface ReportLists {
  applications: readonly Pick<Application, 'id'>[];
  proofs: readonly Pick<Proof, 'status' | 'sessionId' | 'presence' | 'media'>[];
}

export function computeReportFigures({ applications, proofs }: ReportLists): ReportFigures {
  // A rejected proof and its replacement may belong to the same session, which counts once.
  const presences = new Map(
    proofs.flatMap(({ sessionId, presence }) => (sessionId ? [[sessionId, presence]] : [])),
  );
  const known = [...presences.values()].filter((presence) => presence !== null);
  const sum = (numbers: number[]) =>
    numbers.length > 0 ? numbers.reduce((total, number) => total + number, 0) : null;
  const count = (status: Proof['status']) => proofs.filter((proof) => proof.status === status).length;
  return {
    applications: applications.length,
    sessions: presences.size,
    minutesInside: sum(known.map(({ minutesInside }) => minutesInside)),
    distanceMeters: sum(known.map(({ distanceMeters }) => distanceMeters)),
    proofs: { pending: count('pending'), approved: count('approved'), rejected: count('rejected') },
    files: proofs.reduce((total, { media }) => total + media.length, 0),
  };
}
