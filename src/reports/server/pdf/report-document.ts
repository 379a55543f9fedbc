import { getLocale } from '#kernel/language.ts';
import { t } from '#kernel/text.ts';
import { formatDuration } from '#kernel/time.ts';
import type { CampaignReport } from '../../contract.ts';
import { formatRange, formatZone, listMoneyLines, proofDecisions } from '../../report-labels.ts';
import { dollars, formatDay, formatMoment, formatShare } from './format.ts';
import { addHeat } from './heat.ts';
import {
  addHeading,
  addParagraph,
  addTable,
  addTitle,
  breakBefore,
  closeSheet,
  dimmed,
  ink,
  line,
  MARGIN,
  openSheet,
  printable,
  type Sheet,
} from '#platform/server/pdf/sheet.ts';

export interface ReportPhoto {
  marketer: number;
  image: Buffer;
}

/** A tagged PDF in US Letter. It names no marketer. */
export async function drawReport(report: CampaignReport, photos: readonly ReportPhoto[]): Promise<Buffer> {
  const { campaign, asOf } = report;
  const sheet = await openSheet(
    t('Campaign report: {campaign}', { campaign: campaign.title }),
    new Date(asOf),
  );
  drawHead(sheet, report);
  drawKeyFigures(sheet, report);
  addMap(sheet, report);
  addEstimate(sheet, report);
  addPosts(sheet, report);
  addTerms(sheet, report);
  addMoney(sheet, report);
  addWork(sheet, report);
  addGallery(sheet, photos);
  return closeSheet(sheet, printable(campaign.title));
}

function drawHead(sheet: Sheet, { campaign, asOf }: CampaignReport): void {
  const state =
    campaign.status === 'completed'
      ? t('The campaign is completed.')
      : t('The campaign isn’t over, so figures may change.');
  const values = { moment: formatMoment(asOf), state };
  const about = campaign.company
    ? t('Campaign report. {company}. As of {moment}. {state}', {
        ...values,
        company: printable(campaign.company),
      })
    : t('Campaign report. As of {moment}. {state}', values);
  addTitle(sheet, printable(campaign.title), about);
}

function drawKeyFigures({ doc, root, width }: Sheet, report: CampaignReport): void {
  const figures = listKeyFigures(report);
  const gap = 10;
  const box = (width - gap * (figures.length - 1)) / figures.length;
  const top = doc.y + 14;
  for (const [index, [name, value, note]] of figures.entries()) {
    const left = MARGIN + index * (box + gap);
    root.add(
      doc.struct('P', {}, () => {
        doc.roundedRect(left, top, box, 66, 8).lineWidth(0.75).stroke(line);
        const inside = { width: box - 20, height: 12, ellipsis: true };
        doc
          .font('Helvetica') // not for users
          .fontSize(8.5)
          .fillColor(dimmed)
          .text(name, left + 10, top + 10, inside);
        doc.font('Helvetica-Bold').fontSize(15).fillColor(ink);
        doc.text(value, left + 10, top + 24, { ...inside, height: 18 });
        doc
          .font('Helvetica') // not for users
          .fontSize(8)
          .fillColor(dimmed)
          .text(note, left + 10, top + 46, inside);
      }),
    );
  }
  doc.x = MARGIN;
  doc.y = top + 72;
}

function listKeyFigures({
  time,
  money,
  counts,
  estimate,
  posts,
}: CampaignReport): (readonly [string, string, string])[] {
  if (!time) {
    return [
      ...(posts
        ? [[t('Views'), posts.views.toLocaleString(getLocale()), t('reported, not measured')] as const]
        : []),
      [t('Posts approved'), String(counts.approved), t('of {places} places', { places: counts.places })],
      [t('Waiting for review'), String(counts.pending), t('not counted yet')],
      [t('Cost so far'), dollars(money.cost), t('pay and fee')],
    ];
  }
  return [
    [t('Verified time'), formatDuration(time.verifiedMinutes), t('inside the area, approved')],
    [
      t('Coverage'),
      time.coverage === null ? '–' : formatShare(time.coverage),
      t('of {duration} asked for', { duration: formatDuration(time.askedMinutes) }),
    ],
    [
      t('Cost per verified hour'),
      money.costPerVerifiedHour === null ? '–' : dollars(money.costPerVerifiedHour),
      t('{amount} pay and fee', { amount: dollars(money.cost) }),
    ],
    [
      t('Opportunities to see'),
      estimate ? formatRange(estimate.low, estimate.high) : '–',
      estimate ? t('estimate, not measured') : t('no assumption entered'),
    ],
  ];
}

function addTerms(sheet: Sheet, { campaign, counts }: CampaignReport): void {
  const { campaignType, startTime, closesAt, timeZone, durationMinutes, location, zone, pay } = campaign;
  addHeading(sheet, t('Campaign'));
  const rows: (readonly [string, string | null])[] = [
    [
      t('Type'),
      campaignType === 'wearable'
        ? t('Wearable')
        : t('Social media, {platform}', { platform: platformNames[campaign.platform ?? 'instagram'] }),
    ],
    [t('Location'), zone ? formatZone(printable(location ?? ''), zone) : location],
    [t('Start'), startTime && formatMoment(startTime, timeZone)],
    [t('Open until'), closesAt && formatMoment(closesAt, timeZone)],
    [t('Duration'), durationMinutes === null ? null : formatDuration(durationMinutes)],
    [t('Pay per place'), dollars(pay)],
    [t('Places'), t('{places}, {hired} taken', { places: counts.places, hired: counts.hired })],
    [
      t('Proofs'),
      t('{approved} approved, {pending} waiting, {rejected} rejected', {
        approved: counts.approved,
        pending: counts.pending,
        rejected: counts.rejected,
      }),
    ],
  ];
  addTable(sheet, {
    rows: rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    widths: [140, sheet.width - 140],
  });
}

function addMoney(sheet: Sheet, { money }: CampaignReport): void {
  addHeading(sheet, t('Money'));
  const rows = [...listMoneyLines(money), [t('Left, fee included'), money.left] as const];
  addTable(sheet, {
    rows: rows.map(([name, amount]) => [name, dollars(amount)]),
    widths: [sheet.width - 120, 120],
    numbers: [1],
  });
}

function addMap(sheet: Sheet, report: CampaignReport): void {
  const { heat } = report;
  if (!heat || heat.cells.length === 0) return;
  addHeading(sheet, t('Where the work was done'), 320);
  const minutes = heat.cells.reduce((sum, cell) => sum + cell.minutes, 0);
  const values = { duration: formatDuration(minutes), areas: heat.cells.length };
  const text = heat.zone
    ? t(
        '{duration} recorded in {areas, plural, one {# map cell} other {# map cells}}. {visited} of {cells} map cells in the area were visited.',
        { ...values, visited: heat.zone.visited, cells: heat.zone.cells },
      )
    : t('{duration} recorded in {areas, plural, one {# map cell} other {# map cells}}.', values);
  addHeat(sheet, report, `${t('Map of recorded time.')} ${text}`);
  addParagraph(
    sheet,
    `${text} ${t('Map cells are about 1 km across, to protect marketers’ privacy. The dashed circle is the campaign’s area. Darker cells have more time.')}`,
  );
}

function addEstimate(sheet: Sheet, { estimate, time }: CampaignReport): void {
  if (!estimate || !time) return;
  const { footfall, low, high } = estimate;
  addHeading(sheet, t('Estimated opportunities to see'));
  addParagraph(
    sheet,
    t(
      '{estimate}: the verified time of {duration}, multiplied by {passersBy} passers-by per hour. The passers-by are the advertiser’s own assumption and were not measured. Basis: {basis}',
      {
        estimate: formatRange(low, high),
        duration: formatDuration(time.verifiedMinutes),
        passersBy: formatRange(footfall.low, footfall.high),
        basis: printable(footfall.basis),
      },
    ),
  );
}

function addPosts(sheet: Sheet, { posts, work }: CampaignReport): void {
  if (!posts) return;
  addHeading(sheet, t('Posts: reported by the marketer with a screenshot'));
  const count = (number: number | null) => (number === null ? '–' : number.toLocaleString(getLocale()));
  const rows = work.flatMap(({ marketer, figures }) =>
    figures
      ? [
          [
            t('Marketer {marketer}', { marketer }),
            formatDay(figures.reportedAt),
            ...[figures.views, figures.likes, figures.comments].map(count),
          ],
        ]
      : [],
  );
  const total = [posts.views, posts.likes, posts.comments].map(count);
  addTable(sheet, {
    columns: [t('Marketer'), t('Reported'), t('Views'), t('Likes'), t('Comments')],
    rows: [...rows, [t('All', { context: 'marketers' }), '', ...total]],
    widths: [120, 120, 88, 88, 88],
    numbers: [2, 3, 4],
  });
}

function addWork(sheet: Sheet, { work, time }: CampaignReport): void {
  addHeading(sheet, t('Proof by proof'));
  if (work.length === 0) return addParagraph(sheet, t('No proof submitted.'));
  const inside = (minutes: number | null) => (minutes === null ? '–' : formatDuration(minutes));
  const [name, ...rest] = [110, 110, 100, 110, 74];
  addTable(sheet, {
    columns: [
      t('Marketer'),
      t('Submitted'),
      t('Decision'),
      ...(time ? [t('Inside the area')] : []),
      t('Pay'),
    ],
    rows: work.map(({ marketer, submittedAt, status, minutesInside, paid }) => [
      t('Marketer {marketer}', { marketer }),
      formatDay(submittedAt),
      t(proofDecisions[status]),
      ...(time ? [inside(minutesInside)] : []),
      status === 'approved' ? dollars(paid) : t('None'),
    ]),
    widths: time ? [name ?? 0, ...rest] : [140, 140, 120, 104],
    numbers: time ? [3, 4] : [3],
  });
}

const platformNames = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  facebook: 'Facebook',
  youtube: 'YouTube',
  twitter: 'X (Twitter)',
};

function addGallery(sheet: Sheet, photos: readonly ReportPhoto[]): void {
  if (photos.length === 0) return;
  const { doc, root, width } = sheet;
  addHeading(sheet, t('Photos from approved proofs'), 160);
  const edge = (width - 3 * 10) / 4;
  let top = doc.y + 4;
  for (const [index, { marketer, image }] of photos.entries()) {
    const column = index % 4;
    if (column === 0) {
      if (index > 0) top += edge + 10;
      doc.y = top;
      breakBefore(doc, edge);
      top = doc.y;
    }
    const left = MARGIN + column * (edge + 10);
    const draw = () => {
      doc.save().roundedRect(left, top, edge, edge, 6).clip();
      doc.image(image, left, top, { cover: [edge, edge], align: 'center', valign: 'center' }).restore();
    };
    // A structure type of PDF, not for users.
    root.add(doc.struct('Figure', { alt: t('Photo by marketer {marketer}', { marketer }) }, draw));
  }
}
