/** People who do everything at random times, and a wallet whose own people decide: all from the city's seed. */
import type { Id } from '#kernel/id.ts';
import { type Cents, feeOn, toDecimal } from '#kernel/money.ts';
import { DAY, MINUTE } from '#kernel/time.ts';
import type { City } from '../city.ts';
import { deedsIn } from '../deeds.ts';

interface Campaign {
  id: Id;
  owner: Id;
  cents: Cents;
}
interface Order {
  id: string;
  approveUrl: string;
  campaign: Campaign;
}
interface Proof {
  id: Id;
  who: Id;
  campaign: Campaign;
}

export interface Town {
  /** Somebody does something; it is written into the course with its outcome. */
  act(): Promise<void>;
  /** A campaign that is paid for and never begins: what disputes have taken from the wallet, others must be paid from. */
  reserve(): Promise<Id>;
  /** Everybody does what is theirs to do: the wallet's people decide, proofs are reviewed, marketers can be paid. */
  finish(): Promise<void>;
}

const receiverWords = ['paid', 'paid', 'unclaimed', 'fail', 'blocked', 'onhold', 'refunded', 'refunded'];

export async function openTown(city: City): Promise<Town> {
  const { random, wallet, course, clock } = city;
  const deeds = deedsIn(city);
  const advertisers = [await city.newPerson('advertiser'), await city.newPerson('advertiser')];
  const marketers: Id[] = [];
  for (let count = 0; count < 5; count += 1) marketers.push(await city.newPerson('marketer'));
  const admin = await city.newPerson('admin');
  const unverified = new Set(marketers);
  const campaigns: Campaign[] = [];
  const orders: Order[] = [];
  const applications: { id: Id; who: Id; campaign: Campaign }[] = [];
  const proofs: Proof[] = [];
  const disputes: Id[] = [];

  const tell = (what: string, outcome: string | number) =>
    void course.push(`${clock.now().toISOString()} ${what}: ${outcome}`);
  const percent = () => random.below(100);
  /** Recent ones more often: that is where things happen. */
  const recent = <Thing>(things: readonly Thing[]): Thing | undefined =>
    percent() < 60
      ? things.at(-1 - random.below(Math.min(3, things.length || 1)))
      : things[random.below(things.length || 1)];
  const decideWallet = async (what: string, path: string, body: object) =>
    tell(`the wallet: ${what}`, (await wallet.control('POST', path, body)).status);

  async function draft(): Promise<void> {
    const owner = random.pick(advertisers);
    const [place, places] = [10_000 + random.below(40_000), 2 + random.below(3)];
    const form = { placeCents: place, places, startsInMs: (5 + random.below(60)) * MINUTE };
    const { code, value } = await deeds.draft(owner, form);
    tell('draft', code);
    if (!value) return;
    const pay = place * places;
    campaigns.push({ id: value.id, owner, cents: pay + feeOn(pay, 1500) });
    await order(campaigns.at(-1));
  }

  async function order(campaign = recent(campaigns)): Promise<void> {
    if (!campaign) return;
    const { code, value } = await deeds.order(campaign.owner, campaign.id, campaign.cents);
    tell('order', code);
    if (!value) return;
    const made = { id: value.id, approveUrl: value.approveUrl, campaign };
    orders.push(made);
    if (percent() < 90) await decide(made);
  }

  async function decide(made = recent(orders)): Promise<void> {
    if (!made) return;
    const action = random.pick([...Array.from({ length: 6 }, () => 'approve'), 'slow', 'decline', 'cancel']);
    const form = action === 'slow' ? { action: 'approve', capture: 'pending' } : { action };
    tell(`the buyer: ${action}`, await wallet.decide(made.approveUrl, form as Record<string, string>));
    if (percent() < 70) await pay(made);
  }

  /** The browser comes back and captures, and then funds, unless it was closed in between. */
  async function pay(made = recent(orders)): Promise<void> {
    if (!made) return;
    const { owner, id } = made.campaign;
    const { code, value } = await deeds.capture(owner, made.id);
    tell('capture', code);
    if (!value || percent() < 30) return;
    tell('fund', (await deeds.fund(owner, id, made.id, value.id)).code);
  }

  /** Mostly what the screens offer, now and then anything. */
  const offered = async <Thing extends { id: Id }>(
    things: readonly Thing[],
    ids: string,
  ): Promise<Thing | undefined> => {
    const { rows } = await city.database.pool.query<{ id: Id }>(ids);
    const open = new Set(rows.map(({ id }) => id));
    const fitting = things.filter(({ id }) => open.has(id));
    return fitting.length > 0 && percent() < 85 ? random.pick(fitting) : recent(things);
  };

  async function hire(): Promise<void> {
    const campaign = await offered(
      campaigns,
      "select id from campaign where status = 'active' and hired < needed",
    );
    if (!campaign) return;
    const who = random.pick(marketers);
    const { code, value } = await deeds.apply(who, campaign.id);
    tell('apply', code);
    if (value) applications.push({ id: value.id, who, campaign });
  }

  async function prove(): Promise<void> {
    const application = await offered(
      applications,
      `select a.id from application a where a.status = 'approved' and not exists (
         select from proof p where p.application_id = a.id and p.status <> 'rejected')`,
    );
    if (!application) return;
    const { who, campaign } = application;
    const { code, value } = await deeds.prove(who, campaign.id);
    tell('prove', code);
    if (value) proofs.push({ id: value.id, who, campaign });
  }

  async function review(): Promise<void> {
    const proof = await offered(proofs, "select id from proof where status = 'pending'");
    if (!proof) return;
    const status = percent() < 75 ? 'approved' : 'rejected';
    tell(`review ${status}`, (await deeds.decideProof(proof.campaign.owner, proof.id, status)).code);
  }

  async function dispute(): Promise<void> {
    const proof = await offered(proofs, "select id from proof where status = 'rejected'");
    if (!proof) return;
    const { code, value } = await deeds.dispute(proof.who, proof.id);
    tell('dispute', code);
    if (value) disputes.push(value.id);
  }

  async function judge(): Promise<void> {
    const id = recent(disputes);
    if (!id) return;
    const status = percent() < 50 ? 'upheld' : 'rejected';
    tell(`judge ${status}`, (await deeds.decideDispute(admin, id, status)).code);
  }

  async function close(): Promise<void> {
    const campaign = await offered(campaigns, "select id from campaign where status = 'active'");
    if (campaign) tell('close', (await deeds.close(campaign.owner, campaign.id)).code);
  }

  async function email(): Promise<void> {
    const who = random.pick(marketers);
    const address = `${random.pick(receiverWords)}-${random.below(10_000)}@wallet.example`;
    tell(`email ${address}`, (await deeds.setWalletEmail(who, address)).code);
  }

  async function verify(who = random.pick(marketers)): Promise<void> {
    if (!unverified.delete(who)) return;
    await deeds.verify(who, admin);
    tell('verify', 'ok');
  }

  /** The wallet's own people decide about something that waits, or take something back. */
  async function decideAtWallet(): Promise<void> {
    const { captures, refunds, payouts, disputes: cases } = await wallet.books();
    const open = cases.find(({ status }) => status !== 'RESOLVED');
    const left = captures.filter(({ status }) => status === 'COMPLETED' || status === 'PARTIALLY_REFUNDED');
    const draw = percent();
    if (draw < 25 && open) {
      return decideWallet('dispute ends', `/disputes/${open['id']}`, {
        outcome: random.pick(['won', 'lost', 'lost', 'cancelled']),
      });
    }
    if (draw < 35 && left.length > 0) {
      const amount = percent() < 50 ? undefined : toDecimal(100 + random.below(5000));
      return decideWallet('dispute', '/disputes', { captureId: random.pick(left)['id'], amount });
    }
    if (draw < 45) {
      const status = random.pick(['COMPLETED', 'PENDING']);
      tell(
        `the wallet: refunds ${status}`,
        (await wallet.control('PUT', '/outcomes', { refunds: status })).status,
      );
      return;
    }
    const slow = captures.find(({ status }) => status === 'PENDING');
    if (slow && draw < 65) {
      return decideWallet('capture', `/captures/${slow['id']}`, {
        status: random.pick(['COMPLETED', 'DECLINED']),
      });
    }
    const pending = refunds.find(({ status }) => status === 'PENDING');
    if (pending && draw < 85) {
      const status = random.pick(['COMPLETED', 'FAILED', 'CANCELLED']);
      return decideWallet(`refund ${status}`, `/refunds/${pending['id']}`, { status });
    }
    const undecided = payouts.filter(({ status }) =>
      ['PENDING', 'UNCLAIMED', 'ONHOLD'].includes(status ?? ''),
    );
    if (undecided.length === 0) return;
    const item = random.pick(undecided);
    const status = random.pick(['SUCCESS', 'FAILED', 'UNCLAIMED', 'RETURNED', 'ONHOLD', 'BLOCKED']);
    await decideWallet(`payout ${status}`, `/payouts/${item['id']}`, { status });
  }

  /** An administrator sends again whatever has come back. */
  async function retry(): Promise<void> {
    const { rows } = await city.database.pool.query<{ kind: string; id: Id }>(`
      select 'payout' as kind, id from payout where state in ('failed', 'returned', 'blocked', 'refunded', 'unclaimed')
      union all select 'refund', id from refund where state in ('failed', 'cancelled') order by kind, id`);
    if (rows.length === 0) return;
    const { kind, id } = random.pick(rows);
    const { code } =
      kind === 'payout' ? await deeds.retryPayout(admin, id) : await deeds.retryRefund(admin, id);
    tell(`retry ${kind}`, code);
  }

  async function deliverAgain(): Promise<void> {
    if (wallet.delivered.length === 0) return;
    const delivery = random.pick(wallet.delivered);
    tell(`again ${delivery.type}`, await city.deliver(delivery));
  }

  const deedsOfDay: [weight: number, deed: () => Promise<void>][] = [
    [9, draft],
    [2, order],
    [3, decide],
    [4, pay],
    [12, hire],
    [12, prove],
    [14, review],
    [3, dispute],
    [3, judge],
    [3, close],
    [4, email],
    [3, verify],
    [8, decideAtWallet],
    [6, retry],
    [2, deliverAgain],
  ];
  const total = deedsOfDay.reduce((sum, [weight]) => sum + weight, 0);

  return {
    async reserve() {
      const owner = await city.newPerson('advertiser');
      const cents = 5_750_000;
      const form = { placeCents: 50_000, places: 100, startsInMs: 700 * DAY };
      const { value: campaign } = await deeds.draft(owner, form);
      const { value: made } = await deeds.order(owner, campaign?.id ?? '', cents);
      await wallet.decide(made?.approveUrl ?? '', { action: 'approve' });
      const { value: paid } = await deeds.capture(owner, made?.id ?? '');
      tell('reserve', (await deeds.fund(owner, campaign?.id ?? '', made?.id ?? '', paid?.id ?? '')).code);
      return campaign?.id ?? '';
    },
    async act() {
      let draw = random.below(total);
      for (const [weight, deed] of deedsOfDay) {
        draw -= weight;
        if (draw < 0) return deed();
      }
    },
    async finish() {
      await wallet.control('PUT', '/outcomes', { refunds: 'COMPLETED' });
      const { captures, refunds, payouts, disputes: cases } = await wallet.books();
      for (const { id, status } of payouts) {
        if (status === 'ONHOLD') await decideWallet('payout', `/payouts/${id}`, { status: 'SUCCESS' });
      }
      for (const { id, status } of captures) {
        if (status === 'PENDING') await decideWallet('capture', `/captures/${id}`, { status: 'COMPLETED' });
      }
      for (const { id, status } of refunds) {
        if (status === 'PENDING') await decideWallet('refund', `/refunds/${id}`, { status: 'COMPLETED' });
      }
      for (const { id, status } of cases) {
        if (status !== 'RESOLVED') await decideWallet('dispute ends', `/disputes/${id}`, { outcome: 'won' });
      }
      for (const who of marketers) {
        await verify(who);
        tell('email', (await deeds.setWalletEmail(who, `paid-${who}@wallet.example`)).code);
      }
      for (const id of disputes) tell('judge', (await deeds.decideDispute(admin, id, 'rejected')).code);
      for (const proof of proofs) {
        const { code } = await deeds.decideProof(proof.campaign.owner, proof.id, 'approved');
        tell('review approved', code);
        // A lost dispute has taken its money: it can only be rejected.
        if (code !== 'payment/escrow-short') continue;
        tell('review rejected', (await deeds.decideProof(proof.campaign.owner, proof.id, 'rejected')).code);
      }
      for (const campaign of campaigns) tell('close', (await deeds.close(campaign.owner, campaign.id)).code);
      for (let again = 0; again < 5; again += 1) await retry();
    },
  };
}
