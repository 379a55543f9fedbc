import { inflateSync } from 'node:zlib';

/** Returns the texts of a PDF in drawing order, for the operators that pdfkit writes. */
export function getPdfTexts(pdf: Buffer): string[] {
  const texts: string[] = [];
  const source = pdf.toString('latin1');
  for (const { index, 0: start } of source.matchAll(/stream\r?\n/g)) {
    if (source.slice(index - 3, index) === 'end') continue;
    // Pictures are not compressed again.
    if (!source.slice(source.lastIndexOf(' obj', index), index).includes('/FlateDecode')) continue;
    const from = index + start.length;
    const page = inflateSync(pdf.subarray(from, source.indexOf('endstream', from))).toString('latin1');
    for (const [, parts = ''] of page.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = Array.from(parts.matchAll(/<([0-9a-f]*)>/g), ([, part]) => part).join('');
      texts.push(Array.from(Buffer.from(hex, 'hex'), getCharacter).join(''));
    }
  }
  return texts;
}

/** Windows-1252 characters outside Latin-1. */
const getCharacter = (byte: number) =>
  ({ 0x85: '…', 0x92: '’', 0x93: '“', 0x94: '”', 0x96: '–' })[byte] ?? String.fromCharCode(byte);
