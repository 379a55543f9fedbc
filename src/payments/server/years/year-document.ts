import { formatMonth } from '#kernel/calendar.ts';
import { formatDollars, fromDecimal } from '#kernel/money.ts';
import {
  addHeading,
  addParagraph,
  addTable,
  addTitle,
  closeSheet,
  openSheet,
  printable,
  type Sheet,
} from '#platform/server/pdf/sheet.ts';
import { toStandardFont } from '#kernel/standard-font.ts';
import type { YearSummary } from '../../year-contract.ts';

interface Payee {
  name: string;
  /** Printed instead of a name that the fonts cannot print. */
  email: string;
  at: Date;
}

/** Returns the year as a tagged PDF in US Letter. */
export async function drawYear(summary: YearSummary, { name, email, at }: Payee): Promise<Buffer> {
  const { year, timeZone, totals, earned, months, campaigns } = summary;
  const payee = toStandardFont(name) ?? email;
  const sheet = openSheet(`Yearly summary ${year}`, at);
  const asOf = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at);
  addTitle(
    sheet,
    `Yearly summary ${year}`,
    `${payee === email ? email : `${payee}, ${email}`}. As of ${asOf}.`,
  );
  addHeading(sheet, 'In all');
  addTable(sheet, {
    rows: [
      ['Pay for approved work', dollars(totals.pay)],
      ['Tips', dollars(totals.tips)],
      ['Total paid', dollars(totals.total)],
      ['Gigs paid', String(totals.gigs)],
      ['Platform fee taken from your pay', '$0.00'],
      ['Approved in the year, paid or not', dollars(earned)],
    ],
    widths: [sheet.width - 120, 120],
    numbers: [1],
  });
  addSums(sheet, {
    heading: 'By month',
    column: 'Month',
    rows: months.map((sums) => [formatMonth(sums.month), sums]),
  });
  if (campaigns.length > 0) {
    addSums(sheet, {
      heading: 'By campaign',
      column: 'Campaign',
      rows: campaigns.map((sums) => [printable(sums.campaignTitle), sums]),
    });
  }
  sheet.doc.y += 8;
  addParagraph(
    sheet,
    `Paid means that the money arrived at your PayPal account. It counts on the day on which PayPal told us so. A payment that PayPal took back counts against the month in which it did. Months are those of the time zone ${timeZone}. This summary is for your records and is not a tax form.`,
  );
  return closeSheet(sheet, `Yearly summary ${year}`);
}

function addSums(
  sheet: Sheet,
  table: { heading: string; column: string; rows: [name: string, sums: YearSummary['totals']][] },
): void {
  addHeading(sheet, table.heading);
  addTable(sheet, {
    columns: [table.column, 'Gigs', 'Pay', 'Tips', 'Total paid'],
    rows: table.rows.map(([name, { gigs, pay, tips, total }]) => [
      name,
      String(gigs),
      dollars(pay),
      dollars(tips),
      dollars(total),
    ]),
    widths: [sheet.width - 320, 50, 90, 90, 90],
    numbers: [1, 2, 3, 4],
  });
}

const dollars = (amount: string) =>
  formatDollars(amount.startsWith('-') ? -fromDecimal(amount.slice(1)) : fromDecimal(amount));
