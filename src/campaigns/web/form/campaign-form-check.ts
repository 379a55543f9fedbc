import { schemaResolver } from '@mantine/form';
import { MAX_CENTS } from '#kernel/money.ts';
import { campaignsDomain } from '#campaigns/domain.ts';
import { t } from '#kernel/text.ts';
import { CampaignForm, type CampaignFormInput, DraftForm } from '../../form-contract.ts';
import { type CampaignFormValues, toCampaignForm } from './campaign-form-values.ts';
import { formatFieldError } from './form-fields.ts';

type Errors = Record<string, string>;
// The resolver's type allows any node; the schemas' issues are strings.
const checkCampaign = schemaResolver(CampaignForm, { sync: true }) as (form: object) => Errors;
const checkDraft = schemaResolver(DraftForm, { sync: true }) as (form: object) => Errors;

export function validateCampaign(values: CampaignFormValues, now: Date): Errors {
  return findErrors(checkCampaign, toCampaignForm(values), now);
}

export function validateDraft(values: CampaignFormValues, now: Date): Errors {
  return findErrors(checkDraft, toCampaignForm(values), now);
}

function findErrors(check: (form: object) => Errors, form: Partial<CampaignFormInput>, now: Date): Errors {
  const errors = check(form);
  // The schema compares fields with each other only if each of them is valid. Users want to see all errors at
  // once, so replace invalid fields by valid fillers and run the comparison on those.
  const fillers = Object.entries(validFillers).filter(([field]) => isWrong(errors, field));
  const compared = fillers.length > 0 ? check({ ...form, ...Object.fromEntries(fillers) }) : {};
  const found = { ...compared, ...errors, ...startError(form.startTime, now) };
  return Object.fromEntries(
    Object.entries(found).map(([path, text]) => [path, formatFieldError(path, text)]),
  );
}

const validFillers = {
  title: 'title',
  company: 'company',
  description: 'a description',
  location: 'place',
  locationDetails: { address: 'place', lat: 0, lng: 0 },
  startTime: '2000-01-01T00:00:00Z',
  totalMarketersNeeded: 1,
  totalBudget: MAX_CENTS / 100,
  payRate: null,
  duration: null,
  minFollowers: null,
  maxFollowers: null,
  proofRequirements: {},
} satisfies Partial<Record<keyof CampaignForm, unknown>>;

function isWrong(errors: Errors, field: string): boolean {
  return Object.keys(errors).some((path) => path === field || path.startsWith(`${field}.`));
}

function startError(startTime: string | undefined, now: Date): Errors {
  const hasPassed = startTime !== undefined && new Date(startTime) <= now;
  return hasPassed ? { startTime: t(campaignsDomain.refusals['campaign/start-passed'][1]) } : {};
}
