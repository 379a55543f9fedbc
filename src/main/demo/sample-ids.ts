const PREFIX = 'de300000-0000-4000-8000-';

export function sampleId(number: number): string {
  return `${PREFIX}${String(number).padStart(12, '0')}`;
}

export function namesSample(address: string): boolean {
  return address.includes(PREFIX);
}
