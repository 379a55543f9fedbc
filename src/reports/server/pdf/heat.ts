import { type Point, type Step, stepBetween } from '#kernel/geometry/geometry.ts';
import type { CampaignReport } from '../../contract.ts';
import { breakBefore, dimmed, ember, ink, line, MARGIN, type Sheet } from '#platform/server/pdf/sheet.ts';
import { formatMeters } from './format.ts';

const HEIGHT = 230;

/** Drawn to scale, without a background map. Darker areas have more time. */
export function addHeat(sheet: Sheet, { heat, campaign }: CampaignReport, description: string): void {
  const { doc, root, width } = sheet;
  if (!heat || heat.cells.length === 0 || !campaign.zone) return;
  breakBefore(doc, HEIGHT + 10);
  const top = doc.y + 4;
  const center: Point = campaign.zone;
  const { radius, corners: drawn } = campaign.zone;
  const shapes = heat.cells.map(({ boundary, minutes }) => ({
    minutes,
    corners: boundary.map(({ latitude, longitude }) =>
      stepBetween(center, { lat: latitude, lng: longitude }),
    ),
  }));
  const reach = Math.max(
    radius,
    ...shapes.flatMap(({ corners }) =>
      corners.map(({ eastMeters, northMeters }) =>
        Math.max(Math.abs(northMeters), (Math.abs(eastMeters) * HEIGHT) / width),
      ),
    ),
  );
  const scale = (HEIGHT / 2 - 8) / reach;
  const toPage = ({ eastMeters, northMeters }: Step): [number, number] => [
    middle.x + eastMeters * scale,
    middle.y - northMeters * scale,
  ];
  const middle = { x: MARGIN + width / 2, y: top + HEIGHT / 2 };
  const most = Math.max(...shapes.map(({ minutes }) => minutes), Number.MIN_VALUE);
  const draw = () => {
    doc.save().roundedRect(MARGIN, top, width, HEIGHT, 8).lineWidth(0.75).stroke(line);
    for (const { corners, minutes } of shapes) {
      doc.polygon(...corners.map(toPage)).fillOpacity(0.15 + 0.75 * Math.sqrt(minutes / most));
      doc.fillAndStroke(ember, '#ffffff');
    }
    doc.fillOpacity(1);
    if (drawn) doc.polygon(...drawn.map((corner) => toPage(stepBetween(center, corner))));
    else doc.circle(middle.x, middle.y, radius * scale);
    doc.dash(4, { space: 3 }).lineWidth(1.2).stroke(ink).undash();
    drawScale(sheet, scale, top + HEIGHT - 14);
    doc.restore();
  };
  root.add(doc.struct('Figure', { alt: description }, draw)); // not for users
  doc.x = MARGIN;
  doc.y = top + HEIGHT + 6;
}

function drawScale({ doc }: Sheet, scale: number, y: number): void {
  const meters = [200, 500, 1000, 2000, 5000, 10_000, 20_000].find((length) => length * scale > 40) ?? 50_000;
  const left = MARGIN + 12;
  doc
    .moveTo(left, y)
    .lineTo(left + meters * scale, y)
    .lineWidth(1.5)
    .stroke(dimmed);
  const text = formatMeters(meters);
  doc.font('Helvetica').fontSize(8).fillColor(dimmed); // not for users
  doc.text(text, left + meters * scale + 5, y - 3, { lineBreak: false });
}
