/** Users who act at random times, and a wallet whose staff decide: all from the city's seed. */
import type { Id } from '#kernel/id.ts';
import { type Cents, calculateFee, toDecimal } from '#kernel/money.ts';
import { MINUTE } from '#kernel/time.ts';
import type { City, Outcome } from '#tests/support/money/city.ts';
import { createActions } from '#tests/support/money/actions.ts';
import type { BookRow } from '#tests/support/money/driven-wallet.ts';

const receiverWords = ['paid', 'paid', 'unclaimed', 'fail', 'blocked', 'onhold', 'refunded', 'refunded'];
const RESERVE_PLACES = 100;

/** The object of an action: `by` may run it, and the screens offer it if it fits. */
interface Row {
  id: Id;
  by: Id;
  campaign: Id;
  cents: Cents;
  url: string;
  fits: boolean;
}

const queries = {
  draft: `select id, advertiser_id as by, pay_cents * needed as cents, status = 'draft' as fits
    from campaign where needed < ${RESERVE_PLACES} order by created_at, id`,
  campaign: `select id, advertiser_id as by, status = 'active' and hired < needed as fits
    from campaign where needed < ${RESERVE_PLACES} order by created_at, id`,
  order: `select provider_order_id as id, approve_url as url, campaign_id as campaign, created_by as by, state = 'open' as fits
    from payment_order where approve_url is not null order by created_at, id`,
  application: `select id, campaign_id as campaign, marketer_id as by, status = 'approved' and not exists (
      select from proof p where p.application_id = a.id and p.status <> 'rejected') as fits
    from application a order by applied_at, id`,
  proof: `select p.id, c.advertiser_id as by, p.status = 'pending' as fits
    from proof p join campaign c on c.id = p.campaign_id order by p.submitted_at, p.id`,
  rejection: `select id, marketer_id as by, status = 'rejected' as fits from proof order by submitted_at, id`,
  dispute: `select id, award_cents is null as fits from dispute order by opened_at, id`,
  payout: `select id, state in ('failed', 'returned', 'blocked', 'refunded', 'unclaimed') as fits
    from payout order by created_at, id`,
  refund: `select id, state in ('failed', 'cancelled') as fits from refund order by created_at, id`,
  shortfall: `select y.source_id as id, s.short_cents as cents, s.state = 'open' as fits
    from shortfall s join payment y on y.id = s.payment_id order by y.created_at, y.id`,
};

export async function openTown(city: City) {
  const { random, wallet, course, clock } = city;
  const actions = createActions(city);
  const advertisers = [await city.newPerson('advertiser'), await city.newPerson('advertiser')];
  const marketers: Id[] = [];
  for (let count = 0; count < 5; count += 1) marketers.push(await city.newPerson('marketer'));
  const admin = await city.newPerson('admin');
  const unverified = new Set(marketers);

  const tell = (what: string, outcome: string | number) =>
    void course.push(`${clock.now().toISOString()} ${what}: ${outcome}`);
  const told = async <Value>(what: string, action: Promise<Outcome<Value>>) => {
    const outcome = await action;
    tell(what, outcome.code);
    return outcome;
  };
  const controlWallet = async (method: 'POST' | 'PUT', path: string, body: object) =>
    tell(`the wallet: ${path} ${JSON.stringify(body)}`, (await wallet.control(method, path, body)).status);
  const withStatus = (rows: BookRow[], ...statuses: string[]) =>
    rows.filter(({ status = '' }) => statuses.includes(status));

  const percent = () => random.below(100);
  const list = async (what: keyof typeof queries): Promise<Row[]> =>
    (await city.database.pool.query<Row>(queries[what])).rows;
  /** Mostly picks a row that fits, now and then any; recent ones more often. */
  const about = (what: keyof typeof queries, action: (row: Row) => Promise<unknown>) => async () => {
    const rows = await list(what);
    const fitting = rows.filter(({ fits }) => fits);
    const from = fitting.length > 0 && percent() < 85 ? fitting : rows;
    if (from.length > 0) await action(random.pick(percent() < 40 ? from.slice(-3) : from));
  };

  async function draft(): Promise<void> {
    const by = random.pick(advertisers);
    const [placeCents, places] = [10_000 + random.below(40_000), 2 + random.below(3)];
    const form = { placeCents, places, startsInMs: (5 + random.below(60)) * MINUTE };
    const { value } = await told('draft', actions.draft(by, form));
    if (value) await order({ id: value.id, by, cents: placeCents * places });
  }

  async function order({ id, by, cents }: Pick<Row, 'id' | 'by' | 'cents'>): Promise<void> {
    const { value } = await told('order', actions.order(by, id, cents + calculateFee(cents, 1500)));
    if (value && percent() < 90) await decide({ id: value.id, by, campaign: id, url: value.approveUrl });
  }

  async function decide(made: Pick<Row, 'id' | 'by' | 'campaign' | 'url'>): Promise<void> {
    const action = random.pick([...Array.from({ length: 6 }, () => 'approve'), 'slow', 'decline', 'cancel']);
    tell(`the buyer: ${action}`, await wallet.decide(made.url, action));
    if (percent() < 70) await pay(made);
  }

  /** The browser returns, captures and then funds, unless it was closed in between. */
  async function pay({ id, by, campaign }: Pick<Row, 'id' | 'by' | 'campaign'>): Promise<void> {
    const { value } = await told('capture', actions.capture(by, id));
    if (value && percent() >= 30) await told('fund', actions.fund(by, campaign, id, value.id));
  }

  async function review({ id, by }: Row): Promise<void> {
    const status = percent() < 75 ? 'approved' : 'rejected';
    await told(`review ${status}`, actions.decideProof(by, id, status));
  }

  async function judge({ id }: Row): Promise<void> {
    const status = percent() < 50 ? 'upheld' : 'rejected';
    await told(`judge ${status}`, actions.decideDispute(admin, id, status));
  }

  const close = ({ id, by }: Row) => told('close', actions.close(by, id));
  const retryPayout = ({ id }: Row) => told('retry payout', actions.retryPayout(admin, id));
  const retryRefund = ({ id }: Row) => told('retry refund', actions.retryRefund(admin, id));

  async function email(): Promise<void> {
    const address = `${random.pick(receiverWords)}-${random.below(10_000)}@wallet.example`;
    await told(`email ${address}`, actions.setWalletEmail(random.pick(marketers), address));
  }

  async function verify(who = random.pick(marketers)): Promise<void> {
    if (!unverified.delete(who)) return;
    await actions.verify(who, admin);
    tell('verify', 'ok');
  }

  /** Decides on a pending object as the wallet's staff, or opens a dispute. */
  async function decideAtWallet(): Promise<void> {
    const { captures, refunds, payouts, disputes } = await wallet.books();
    const open = disputes.find(({ status }) => status !== 'RESOLVED');
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

  async function deliverAgain(): Promise<void> {
    if (wallet.delivered.length === 0) return;
    const delivery = random.pick(wallet.delivered);
    tell(`again ${delivery.type}`, await city.deliver(delivery));
  }

  const actionsOfDay: [weight: number, action: () => Promise<unknown>][] = [
    [9, draft],
    [2, about('draft', order)],
    [3, about('order', decide)],
    [4, about('order', pay)],
    [12, about('campaign', ({ id }) => told('apply', actions.apply(random.pick(marketers), id)))],
    [12, about('application', ({ by, campaign }) => told('prove', actions.prove(by, campaign)))],
    [14, about('proof', review)],
    [3, about('rejection', ({ id, by }) => told('dispute', actions.dispute(by, id)))],
    [3, about('dispute', judge)],
    [3, about('campaign', close)],
    [4, email],
    [3, verify],
    [8, decideAtWallet],
    [3, about('payout', retryPayout)],
    [3, about('refund', retryRefund)],
    [2, deliverAgain],
  ];
  const drawn = actionsOfDay.flatMap(([weight, action]) => Array.from({ length: weight }, () => action));

  return {
    /** Runs a random action of a user or the wallet, and records its outcome. */
    async act(): Promise<void> {
      await random.pick(drawn)();
    },
    reserve: actions.reserve,
    /**
     * Completes everything that waits for a user: the wallet decides, proofs are reviewed, marketers can be
     * paid.
     */
    async finish(): Promise<void> {
      await controlWallet('PUT', '/outcomes', { refunds: 'COMPLETED' });
      const { captures, refunds, payouts, disputes } = await wallet.books();
      const ends: [path: string, rows: BookRow[], end: object][] = [
        ['payouts', withStatus(payouts, 'ONHOLD'), { status: 'SUCCESS' }],
        ['captures', withStatus(captures, 'PENDING'), { status: 'COMPLETED' }],
        ['refunds', withStatus(refunds, 'PENDING'), { status: 'COMPLETED' }],
        ['disputes', disputes.filter(({ status }) => status !== 'RESOLVED'), { outcome: 'won' }],
      ];
      for (const [path, rows, end] of ends)
        for (const { id } of rows) await controlWallet('POST', `/${path}/${id}`, end);
      for (const who of marketers) {
        await verify(who);
        await told('email', actions.setWalletEmail(who, `paid-${who}@wallet.example`));
      }
      for (const { id } of await list('dispute'))
        await told('judge', actions.decideDispute(admin, id, 'rejected'));
      for (const { id, by } of await list('proof'))
        await told('review', actions.decideProof(by, id, 'approved'));
      // A lost dispute has taken the money of this work.
      for (const { id, cents, fits } of await list('shortfall'))
        if (fits) await told('cover', actions.coverShortfall(admin, id, cents));
      for (const campaign of await list('campaign')) await close(campaign);
      for (const payout of await list('payout')) if (payout.fits) await retryPayout(payout);
      for (const refund of await list('refund')) if (refund.fits) await retryRefund(refund);
    },
  };
}
