import type { CampaignRow } from '#campaigns/server/tables.ts';
import { parseUploadFields } from '#campaigns/server/assets.ts';
import { findCampaign } from '#campaigns/server/service.ts';
import { Refusal } from '#kernel/errors.ts';
import { Id } from '#kernel/id.ts';
import { getLanguage } from '#kernel/language.ts';
import { toDecimal } from '#kernel/money.ts';
import { t } from '#kernel/text.ts';
import { escapeHtml, type PageHead } from '#platform/server/http/page-head.ts';
import type { PublicPages } from '#platform/server/http/pages.ts';
import { addressKey } from '#platform/server/limits/address-key.ts';
import { getPublicUrl } from '#platform/server/security/public-url.ts';
import { fileUrl } from '#uploads/contract.ts';
import { findReadableFile } from '#uploads/server/service.ts';
import type { Deps } from './ports.ts';
import {
  contactElements,
  factMarks,
  formatWholeDollars,
  listQuestions,
  type PublicFacts,
  toPublicFacts,
} from './public-contract.ts';
import { appPages, prerenderedPaths } from './public-paths-contract.ts';
import { splashTexts } from './splash-contract.ts';

const prerendered: ReadonlySet<string> = new Set(prerenderedPaths);

/** What search engines and previews of links read. */
export function publicPages(deps: Deps): PublicPages {
  const facts = toPublicFacts(deps.config.feeBasisPoints, deps.config.contactEmail);
  return {
    fill: (html) => fillFacts(html, facts),
    translate: translateSplash,
    describe: async (path, { params, ip }) => {
      if (path === '') return { data: [describeOperator(deps, facts), describeQuestions(facts)] };
      if (prerendered.has(path)) return {};
      if (path === 'campaigns/:id') {
        // Beyond the limit, a visitor gets the page without its preview.
        const taken = await deps.limits.take('public-read', addressKey(ip));
        return taken.allowed ? describeCampaign(deps, params['id']) : null;
      }
      if (!isAppPage(path)) return null;
      const { title, description } = appPages[path];
      return { title: `${t(title)} · Promenade`, description: t(description) }; // not for users
    },
  };
}

const isAppPage = (path: string): path is keyof typeof appPages => Object.hasOwn(appPages, path);

/** What a browser shows of root.tsx before the app has loaded. */
function translateSplash(html: string): string {
  return splashTexts.reduce(
    (translated, text) => translated.replace(escapeHtml(text.text), () => escapeHtml(t(text))),
    html.replace('<html lang="en"', `<html lang="${getLanguage()}"`),
  );
}

/** Also removes the part for the other case of the contact. */
export function fillFacts(html: string, facts: PublicFacts): string {
  const [shown, hidden] =
    facts.contact === null ? (['without', 'with'] as const) : (['with', 'without'] as const);
  const gone = contactElements[hidden];
  const whole = html
    .replaceAll(new RegExp(`<${gone}>.*?</${gone}>`, 'gs'), '')
    .replaceAll(new RegExp(`</?${contactElements[shown]}>`, 'g'), '');
  return (Object.keys(factMarks) as (keyof PublicFacts)[]).reduce(
    (filled, name) => filled.replaceAll(factMarks[name] ?? '', () => escapeHtml(facts[name] ?? '')),
    whole,
  );
}

function describeOperator(deps: Deps, { contact }: PublicFacts): object {
  const origin = getPublicUrl(deps);
  return {
    '@type': 'Organization',
    name: 'Promenade',
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    ...(contact
      ? { contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: contact } } // not for users
      : {}),
  };
}

function describeQuestions(facts: PublicFacts): object {
  return {
    '@type': 'FAQPage',
    mainEntity: listQuestions(facts).map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** A draft looks like a campaign that does not exist. */
async function describeCampaign(deps: Deps, id: string | undefined): Promise<Partial<PageHead> | 'unknown'> {
  const parsed = Id.safeParse(id);
  const row = parsed.success ? await findCampaign(deps.db, parsed.data) : undefined;
  if (!row || row.status === 'draft') return 'unknown';
  const isHiring =
    row.isOpen && row.hired < (row.needed ?? 0) && (row.closesAt === null || row.closesAt > deps.clock.now());
  return {
    // not for users
    title: `${[row.title, row.company].filter(Boolean).join(' · ')} · Promenade`,
    description: shorten(`${formatOffer(row)} ${row.description}`),
    image: await findPicture(deps, row),
    data: isHiring ? [describeDemand(row, `${getPublicUrl(deps)}/campaigns/${row.id}`)] : [],
  };
}

function formatOffer({ payCents, durationMinutes, city, location, campaignType }: CampaignRow): string {
  const pay = payCents === null ? '' : formatWholeDollars(payCents);
  if (campaignType === 'social') return t('{pay} for a post.', { pay });
  return t('{pay} for {minutes} minutes in {place}.', {
    pay,
    minutes: durationMinutes ?? 0,
    place: city ?? location ?? '',
  });
}

const MOST_LETTERS = 200;

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= MOST_LETTERS) return line;
  return `${line.slice(0, MOST_LETTERS).replace(/\s+\S*$/, '')}…`;
}

const pictures = ['tshirtDesign', 'hatDesign', 'logoUrl'] as const;

/** Undefined if visitors may see only PDF files or none. */
async function findPicture(deps: Deps, { brandAssets }: CampaignRow): Promise<string | undefined> {
  const uploads = new Map(Array.from(parseUploadFields(brandAssets), ([id, field]) => [field, id]));
  for (const name of pictures) {
    const id = uploads.get(name);
    const file = id === undefined ? null : await findVisibleFile(deps, id);
    if (file?.contentType.startsWith('image/')) return fileUrl(file.id);
  }
  return undefined;
}

async function findVisibleFile(deps: Deps, id: string) {
  try {
    return await findReadableFile(deps, null, id);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A schema.org Demand, not a JobPosting, because marketers are contractors who are paid per place. */
function describeDemand(row: CampaignRow, url: string): object {
  const { title, company, description, location, payCents, campaignType, startTime, closesAt } = row;
  return {
    '@type': 'Organization',
    name: company,
    seeks: {
      '@type': 'Demand',
      name: title,
      description,
      url,
      availabilityStarts: startTime?.toISOString(),
      availabilityEnds: closesAt?.toISOString(),
      itemOffered: {
        '@type': 'Service',
        serviceType: campaignType === 'wearable' ? 'Wearable marketing' : 'Social media marketing', // not for users
        areaServed: { '@type': 'Place', name: location },
      },
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: toDecimal(payCents ?? 0),
        priceCurrency: 'USD',
        unitText: campaignType === 'wearable' ? 'session' : 'post',
      },
    },
  };
}
