const ember = '#cf3a0f';

export function drawMark(doc: PDFKit.PDFDocument, left: number, top: number): void {
  // The logo's own grid is 32 by 32.
  doc.save().translate(left, top).scale(0.72);
  doc.roundedRect(0, 0, 32, 32, 9).fill(ember);
  doc.path('M11 24.5V9.2h5.6a4.9 4.9 0 0 1 0 9.8H15');
  doc.lineWidth(3).lineCap('round').lineJoin('round').stroke('#ffffff');
  doc.circle(21.6, 23.4, 2.3).fill('#ffffff');
  doc.restore();
}
