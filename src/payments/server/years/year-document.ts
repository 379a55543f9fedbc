import { formatMonth } from '#kernel/calendar.ts';
import { getLocale } from '#kernel/language.ts';
import { formatDollars, fromDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
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
  email: string;
  at: Date;
}

export async function drawYear(summary: YearSummary, { name, email, at }: Payee): Promise<Buffer> {
  const { year, timeZone, totals, earned, months, campaigns } = summary;
  const payee = toStandardFont(name) ?? email;
  const sheet = await openSheet(t('Yearly summary {year}', { year }), at);
  const asOf = new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone }).format(at);
  addTitle(
    sheet,
    t('Yearly summary {year}', { year }),
    t('{payee}. As of {day}.', { payee: payee === email ? email : `${payee}, ${email}`, day: asOf }),
  );
  addHeading(sheet, t('In all'));
  addTable(sheet, {
    rows: [
      [t('Pay for approved work'), dollars(totals.pay)],
      [t('Tips'), dollars(totals.tips)],
      [t('Total paid'), dollars(totals.total)],
      [t('Gigs paid'), String(totals.gigs)],
      [t('Platform fee taken from your pay'), '$0.00'],
      [t('Approved in the year, paid or not'), dollars(earned)],
    ],
    widths: [sheet.width - 120, 120],
    numbers: [1],
  });
  addSums(sheet, {
    heading: t('By month'),
    column: t('Month'),
    rows: months.map((sums) => [formatMonth(sums.month), sums]),
  });
  if (campaigns.length > 0) {
    addSums(sheet, {
      heading: t('By campaign'),
      column: t('Campaign'),
      rows: campaigns.map((sums) => [printable(sums.campaignTitle), sums]),
    });
  }
  sheet.doc.y += 8;
  addParagraph(
    sheet,
    t(
      'Paid means that the money arrived at your PayPal account. It counts on the day on which PayPal told us so. A payment that PayPal took back counts against the month in which it did. Months are those of the time zone {timeZone}. This summary is for your records and is not a tax form.',
      { timeZone },
    ),
  );
  return closeSheet(sheet, t('Yearly summary {year}', { year }));
}

function addSums(
  sheet: Sheet,
  table: { heading: string; column: string; rows: [name: string, sums: YearSummary['totals']][] },
): void {
  addHeading(sheet, table.heading);
  addTable(sheet, {
    columns: [table.column, t('Gigs'), t('Pay'), t('Tips'), t('Total paid')],
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
