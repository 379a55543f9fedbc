import type { KycDocumentKind, KycStatus } from '#kyc/contract.ts';
import type { KycRow } from './tables.ts';

/** '••••6789'. */
export function maskNumber(last: string | null): string | null {
  return last === null ? null : `••••${last}`;
}

export function toKycStatus(row: KycRow, documents: KycDocumentKind[]): KycStatus {
  return {
    kycStatus: row.status,
    rejectionReason: row.rejectionReason,
    submittedAt: row.submittedAt.toISOString(),
    firstName: row.firstName,
    lastName: row.lastName,
    dateOfBirth: row.dateOfBirth,
    phoneNumber: row.phoneNumber,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    idType: row.idType,
    governmentId: maskNumber(row.governmentIdLast),
    taxId: maskNumber(row.taxIdLast),
    businessName: row.businessName,
    businessAddress: row.businessAddress,
    businessTaxId: maskNumber(row.businessTaxIdLast),
    businessType: row.businessType,
    businessDescription: row.businessDescription,
    documents,
  };
}
