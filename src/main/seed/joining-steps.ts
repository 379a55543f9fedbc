import { eq } from 'drizzle-orm';
import { confirmSignIn, requestSignIn, signOut } from '#auth/server/sign-in/sign-in.ts';
import { decideKyc } from '#kyc/server/review-service.ts';
import { getKycStatus, submitKyc } from '#kyc/server/service.ts';
import { markNotificationsRead } from '#notifications/server/service.ts';
import { hashToken } from '#platform/server/security/session.ts';
import { updateCompliance } from '#profiles/server/consent-service.ts';
import { saveProfile } from '#profiles/server/service.ts';
import { setPicture } from '#profiles/server/picture-service.ts';
import { profile, type ProfileRow } from '#profiles/server/tables.ts';
import { setWalletEmail } from '#profiles/server/wallet-service.ts';
import { adminEmail, type Person } from './people.ts';
import { logoPicture } from './brand-pictures.ts';
import { identityPicture, portrait } from './pictures.ts';
import { uploadFile } from './seed-upload.ts';
import { getActor, type Step, type World } from './world.ts';

export function adminSteps(joinsAt: Date): Step[] {
  return [
    { at: joinsAt, do: (world) => signIn(world, adminEmail, { email: adminEmail, userType: 'advertiser' }) },
  ];
}

export function joiningSteps(person: Person): Step[] {
  const { identity, newWallet, readsAt } = person;
  const steps: Step[] = [{ at: person.joinsAt, do: (world) => join(world, person) }];
  if (identity) {
    steps.push({ at: identity.sentAt, do: (world) => sendIdentity(world, person) });
    if (identity.decidedAt) {
      steps.push({
        at: identity.decidedAt,
        do: (world) => decideIdentity(world, person, identity.rejectedFor),
      });
    }
  }
  if (newWallet) {
    const change = async (world: World) => {
      // Changing the wallet email needs a recent sign-in.
      await signIn(world, person.key, person);
      await setWalletEmail(world.deps, getActor(world, person.key), newWallet.email);
    };
    steps.push({ at: newWallet.setAt, do: change });
  }
  if (readsAt) {
    const read = (world: World) =>
      markNotificationsRead(world.deps, getActor(world, person.key), { all: true });
    steps.push({ at: readsAt, do: read });
  }
  return steps;
}

async function join(world: World, person: Person): Promise<void> {
  await signIn(world, person.key, person);
  const { deps } = world;
  const actor = getActor(world, person.key);
  // What an earlier run did.
  const [own] = await deps.db.select().from(profile).where(eq(profile.accountId, actor.userId));
  if (!own?.firstName) await fillInProfile(world, person);
  await sendPicture(world, person, own);
  if (!own?.ageVerifiedAt) await updateCompliance(deps, actor, { ageVerified: true }, undefined);
  if (person.userType === 'marketer' && !own?.locationConsentAt) {
    await updateCompliance(deps, actor, { locationConsent: true }, undefined);
  }
}

/** Gives marketers a portrait and businesses a logo, unless they have one. */
async function sendPicture(
  world: World,
  { key, userType, business }: Person,
  own: ProfileRow | undefined,
): Promise<void> {
  const { deps } = world;
  const actor = getActor(world, key);
  if (userType === 'marketer' && !own?.imageUploadId) {
    const photo = await portrait(key);
    await setPicture(deps, actor, 'photo', await uploadFile(world, actor, 'profile-photo', photo));
  }
  if (business && !own?.logoUploadId) {
    const logo = await logoPicture(business.name);
    await setPicture(deps, actor, 'logo', await uploadFile(world, actor, 'business-logo', logo));
  }
}

/** Signs out at once, so that no session stays open. */
export async function signIn(
  world: World,
  key: string,
  { email, userType }: Pick<Person, 'email' | 'userType'>,
): Promise<void> {
  const { deps } = world;
  const challengeId = await requestSignIn(deps, { email, userType });
  await world.runDue();
  const browser = { challengeId, presentToken: undefined, userAgent: undefined };
  const { token } = await confirmSignIn(deps, { code: await world.lastCode(email) }, browser);
  const actor = await deps.ports.findActor(hashToken(token), true);
  if (!actor) throw new Error(`${email} could not sign in`);
  world.actors.set(key, actor);
  await signOut(deps, token);
}

async function fillInProfile(world: World, person: Person): Promise<void> {
  const { home, business, walletEmail } = person;
  await saveProfile(world.deps, getActor(world, person.key), {
    firstName: person.firstName,
    lastName: person.lastName,
    phoneNumber: PHONE,
    dateOfBirth: BORN,
    address: STREET,
    ...home,
    country: 'US',
    clothingSize: person.userType === 'marketer' ? 'm' : undefined,
    ...(walletEmail ? { paypalEmail: walletEmail, paypalConnected: true } : {}),
    ...(business
      ? {
          businessName: business.name,
          businessType: business.category,
          businessDescription: business.description,
          businessEmail: person.email,
          businessAddress: STREET,
        }
      : {}),
  });
}

/** 555-01xx is reserved for fiction by the North American Numbering Plan. */
const PHONE = '+1 555 0100';
const BORN = '1990-05-17';
const STREET = '1 Example Street';

async function sendIdentity(world: World, person: Person): Promise<void> {
  const { deps } = world;
  const actor = getActor(world, person.key);
  if ((await getKycStatus(deps, actor)).kycStatus !== 'incomplete') return;
  const file = async (name: string) => ({ filename: `${name}.png`, content: await identityPicture() });
  const { business } = person;
  const number = getSpecimenNumber(person);
  await submitKyc(
    deps,
    actor,
    {
      firstName: person.firstName,
      lastName: person.lastName,
      dateOfBirth: BORN,
      phoneNumber: PHONE,
      address: STREET,
      ...person.home,
      country: 'US',
      idType: 'state_id',
      governmentId: `SPECIMEN-${number}`,
      // The Social Security Administration issues no number that begins with 000.
      taxId: `000-00-${number}`,
      ...(business
        ? {
            businessName: business.name,
            businessAddress: STREET,
            businessTaxId: `00-000${number}`,
            businessType: 'llc' as const,
            businessDescription: business.description,
          }
        : {}),
    },
    {
      idDocument: await file('id'),
      proofOfAddress: await file('address'),
      ...(business ? { businessLicense: await file('license') } : {}),
    },
  );
}

/** Unique to the person: a shared number would be reported as one person with two accounts. */
function getSpecimenNumber({ key }: Person): string {
  return String(Number.parseInt(hashToken(key).slice(0, 8), 16) % 10_000).padStart(4, '0');
}

async function decideIdentity(world: World, person: Person, reason: string | undefined): Promise<void> {
  const { userId } = getActor(world, person.key);
  // A decision needs a recent sign-in of the administrator.
  await signIn(world, adminEmail, { email: adminEmail, userType: 'advertiser' });
  const decision = reason ? { status: 'rejected' as const, reason } : { status: 'approved' as const };
  await decideKyc(world.deps, getActor(world, adminEmail), userId, decision);
}
