const PREFIX = 'de300000-0000-4000-8000-';

/** Returns the id of a sample. No object of the server has it. */
export function sampleId(number: number): string {
  return `${PREFIX}${String(number).padStart(12, '0')}`;
}

export function namesSample(address: string): boolean {
  return address.includes(PREFIX);
}
