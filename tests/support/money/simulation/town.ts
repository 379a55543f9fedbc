/** People who do everything at random times, and a wallet whose own people decide: all from the city's seed. */
import type { Id } from '#kernel/id.ts';
import { type Cents, feeOn, toDecimal } from '#kernel/money.ts';
import { MINUTE } from '#kernel/time.ts';
import type { City, Outcome } from '../city.ts';
import { deedsIn } from '../deeds.ts';
import type { BookRow } from '../driven-wallet.ts';

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

const receiverWords = ['paid', 'paid', 'unclaimed', 'fail', 'blocked', 'onhold', 'refunded', 'refunded'];

export async function openTown(city: City) {
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
  const withStatus = (rows: BookRow[], ...statuses: string[]) =>
    rows.filter(({ status = '' }) => statuses.includes(status));
  const isOpen = ({ status }: BookRow) => status !== 'RESOLVED';
  /** Recent ones more often: that is where things happen. */
  const recent = <Thing>(things: readonly Thing[]): Thing | undefined =>
    percent() < 60
      ? things.at(-1 - random.below(Math.min(3, things.length || 1)))
      : things[random.below(things.length || 1)];
  const told = async <Value>(what: string, deed: Promise<Outcome<Value>>) => {
    const outcome = await deed;
    tell(what, outcome.code);
    return outcome;
  };
  const controlWallet = async (method: 'POST' | 'PUT', path: string, body: object) =>
    tell(`the wallet: ${path} ${JSON.stringify(body)}`, (await wallet.control(method, path, body)).status);

  async function draft(): Promise<void> {
    const owner = random.pick(advertisers);
    const [place, places] = [10_000 + random.below(40_000), 2 + random.below(3)];
    const form = { placeCents: place, places, startsInMs: (5 + random.below(60)) * MINUTE };
    const { value } = await told('draft', deeds.draft(owner, form));
    if (!value) return;
    const pay = place * places;
    campaigns.push({ id: value.id, owner, cents: pay + feeOn(pay, 1500) });
    await order(campaigns.at(-1));
  }

  async function order(campaign = recent(campaigns)): Promise<void> {
    if (!campaign) return;
    const { value } = await told('order', deeds.order(campaign.owner, campaign.id, campaign.cents));
    if (!value) return;
    const made = { id: value.id, approveUrl: value.approveUrl, campaign };
    orders.push(made);
    if (percent() < 90) await decide(made);
  }

  async function decide(made = recent(orders)): Promise<void> {
    if (!made) return;
    const action = random.pick([...Array.from({ length: 6 }, () => 'approve'), 'slow', 'decline', 'cancel']);
    tell(`the buyer: ${action}`, await wallet.decide(made.approveUrl, action));
    if (percent() < 70) await pay(made);
  }

  /** The browser comes back and captures, and then funds, unless it was closed in between. */
  async function pay(made = recent(orders)): Promise<void> {
    if (!made) return;
    const { owner, id } = made.campaign;
    const { value } = await told('capture', deeds.capture(owner, made.id));
    if (!value || percent() < 30) return;
    await told('fund', deeds.fund(owner, id, made.id, value.id));
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
    const { value } = await told('apply', deeds.apply(who, campaign.id));
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
    const { value } = await told('prove', deeds.prove(who, campaign.id));
    if (value) proofs.push({ id: value.id, who, campaign });
  }

  async function review(): Promise<void> {
    const proof = await offered(proofs, "select id from proof where status = 'pending'");
    if (!proof) return;
    const status = percent() < 75 ? 'approved' : 'rejected';
    await told(`review ${status}`, deeds.decideProof(proof.campaign.owner, proof.id, status));
  }

  async function dispute(): Promise<void> {
    const proof = await offered(proofs, "select id from proof where status = 'rejected'");
    if (!proof) return;
    const { value } = await told('dispute', deeds.dispute(proof.who, proof.id));
    if (value) disputes.push(value.id);
  }

  async function judge(): Promise<void> {
    const id = recent(disputes);
    if (!id) return;
    const status = percent() < 50 ? 'upheld' : 'rejected';
    await told(`judge ${status}`, deeds.decideDispute(admin, id, status));
  }

  async function close(): Promise<void> {
    const campaign = await offered(campaigns, "select id from campaign where status = 'active'");
    if (campaign) await told('close', deeds.close(campaign.owner, campaign.id));
  }

  async function email(): Promise<void> {
    const who = random.pick(marketers);
    const address = `${random.pick(receiverWords)}-${random.below(10_000)}@wallet.example`;
    await told(`email ${address}`, deeds.setWalletEmail(who, address));
  }

  async function verify(who = random.pick(marketers)): Promise<void> {
    if (!unverified.delete(who)) return;
    await deeds.verify(who, admin);
    tell('verify', 'ok');
  }

  /** The wallet's own people decide about an object that waits, or open a dispute. */
  async function decideAtWallet(): Promise<void> {
    const { captures, refunds, payouts, disputes: cases } = await wallet.books();
    const open = cases.find(isOpen);
    const [slow] = withStatus(captures, 'PENDING');
    const [pending] = withStatus(refunds, 'PENDING');
    const disputable = withStatus(captures, 'COMPLETED', 'PARTIALLY_REFUNDED');
    const undecided = withStatus(payouts, 'PENDING', 'UNCLAIMED', 'ONHOLD');
    const draw = percent();
    if (draw < 25 && open) {
      const outcome = random.pick(['won', 'lost', 'lost', 'cancelled']);
      await controlWallet('POST', `/disputes/${open['id']}`, { outcome });
    } else if (draw < 35 && disputable.length > 0) {
      const amount = percent() < 50 ? undefined : toDecimal(100 + random.below(5000));
      await controlWallet('POST', '/disputes', { captureId: random.pick(disputable)['id'], amount });
    } else if (draw < 45) {
      await controlWallet('PUT', '/outcomes', { refunds: random.pick(['COMPLETED', 'PENDING']) });
    } else if (draw < 65 && slow) {
      const status = random.pick(['COMPLETED', 'DECLINED']);
      await controlWallet('POST', `/captures/${slow['id']}`, { status });
    } else if (draw < 85 && pending) {
      const status = random.pick(['COMPLETED', 'FAILED', 'CANCELLED']);
      await controlWallet('POST', `/refunds/${pending['id']}`, { status });
    } else if (undecided.length > 0) {
      const status = random.pick(['SUCCESS', 'FAILED', 'UNCLAIMED', 'RETURNED', 'ONHOLD', 'BLOCKED']);
      await controlWallet('POST', `/payouts/${random.pick(undecided)['id']}`, { status });
    }
  }

  /** An administrator sends again whatever has come back. */
  async function retry(): Promise<void> {
    const { rows } = await city.database.pool.query<{ kind: string; id: Id }>(`
      select 'payout' as kind, id from payout where state in ('failed', 'returned', 'blocked', 'refunded', 'unclaimed')
      union all select 'refund', id from refund where state in ('failed', 'cancelled') order by kind, id`);
    if (rows.length === 0) return;
    const { kind, id } = random.pick(rows);
    await told<unknown>(
      `retry ${kind}`,
      kind === 'payout' ? deeds.retryPayout(admin, id) : deeds.retryRefund(admin, id),
    );
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
  return {
    /** A person or the wallet does something; it is written into the course with its outcome. */
    async act(): Promise<void> {
      await random.pick(deedsOfDay.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed)))();
    },
    /** Pays for a campaign that never begins. Returns its id. */
    reserve: deeds.reserve,
    /** Ends all that waits for a person: the wallet decides, proofs are reviewed, marketers can be paid. */
    async finish(): Promise<void> {
      await wallet.control('PUT', '/outcomes', { refunds: 'COMPLETED' });
      const { captures, refunds, payouts, disputes: cases } = await wallet.books();
      const ends = [
        ...withStatus(payouts, 'ONHOLD').map(({ id }) => [`/payouts/${id}`, { status: 'SUCCESS' }] as const),
        ...withStatus(captures, 'PENDING').map(
          ({ id }) => [`/captures/${id}`, { status: 'COMPLETED' }] as const,
        ),
        ...withStatus(refunds, 'PENDING').map(
          ({ id }) => [`/refunds/${id}`, { status: 'COMPLETED' }] as const,
        ),
        ...cases.filter(isOpen).map(({ id }) => [`/disputes/${id}`, { outcome: 'won' }] as const),
      ];
      for (const [path, end] of ends) await controlWallet('POST', path, end);
      for (const who of marketers) {
        await verify(who);
        await told('email', deeds.setWalletEmail(who, `paid-${who}@wallet.example`));
      }
      for (const id of disputes) await told('judge', deeds.decideDispute(admin, id, 'rejected'));
      for (const { id, campaign } of proofs) {
        const { code } = await told('review', deeds.decideProof(campaign.owner, id, 'approved'));
        // A lost dispute has taken its money: it can only be rejected.
        if (code === 'payment/escrow-short')
          await told('review again', deeds.decideProof(campaign.owner, id, 'rejected'));
      }
      for (const campaign of campaigns) await told('close', deeds.close(campaign.owner, campaign.id));
      for (let again = 0; again < 5; again += 1) await retry();
    },
  };
}
