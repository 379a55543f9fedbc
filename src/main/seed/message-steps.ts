import { and, eq } from 'drizzle-orm';
import { application } from '#applications/server/tables.ts';
import { sendMessage } from '#messages/server/service.ts';
import type { Calendar } from './seed-clock.ts';
import { getActor, getCampaignId, type Step, type World } from './world.ts';

interface PlannedMessage {
  /** Fixed, so that a repeated run does not send the message again. */
  id: string;
  at: Date;
  campaign: string;
  marketer: string;
  from: string;
  text: string;
}

export function messageSteps({ hoursAgo }: Calendar): Step[] {
  const onValencia = { campaign: 'Second cup on Valencia Street', marketer: 'mara' };
  const inDolores = { campaign: 'Pop-up tasting at Dolores Park', marketer: 'mara' };
  const messages: PlannedMessage[] = [
    {
      ...onValencia,
      id: 'd3a0c001-5e1d-4b7a-9c11-0a0a0a0a0001',
      at: hoursAgo(30),
      from: 'mara',
      text: 'Hi! Where do I pick up the cup before the start?',
    },
    {
      ...onValencia,
      id: 'd3a0c001-5e1d-4b7a-9c11-0a0a0a0a0002',
      at: hoursAgo(29),
      from: 'avery',
      text: 'At our counter on the corner of 18th Street, from ten minutes before. Ask for Sam.',
    },
    {
      ...onValencia,
      id: 'd3a0c001-5e1d-4b7a-9c11-0a0a0a0a0003',
      at: hoursAgo(15),
      from: 'mara',
      text: 'My proof is in. Everyone asked where the cup is from!',
    },
    {
      ...inDolores,
      id: 'd3a0c001-5e1d-4b7a-9c11-0a0a0a0a0004',
      at: hoursAgo(2),
      from: 'avery',
      text: 'It may rain. We’ll bring umbrellas with our logo, so please pick one up with your shirt.',
    },
  ];
  return messages.map((message) => ({ at: message.at, do: (world) => say(world, message) }));
}

async function say(world: World, { id, campaign, marketer, from, text }: PlannedMessage): Promise<void> {
  const { deps } = world;
  const [found] = await deps.db
    .select({ id: application.id })
    .from(application)
    .where(
      and(
        eq(application.campaignId, getCampaignId(world, campaign)),
        eq(application.marketerId, getActor(world, marketer).userId),
      ),
    );
  if (!found) throw new Error(`${marketer} has not applied to ${campaign} yet`);
  await sendMessage(deps, getActor(world, from), found.id, { id, text, files: [] });
}
