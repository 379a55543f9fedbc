import { departing, rule, type Section, testsIn, text } from './rows.ts';

const dashboard = testsIn('src/campaigns/web/dashboard/advertiser-page.test.tsx');
const figures = dashboard('shows the profile, the statistics, and the active campaigns first');
const drafts = dashboard('drafts ask for funding, or for missing fields');
const live = testsIn('src/tracking/web/live/live-campaign.test.tsx');
const tiles = live('shows the same marketers in the figures, the list and the map');
const form = testsIn('src/campaigns/web/form/create-campaign-page.test.tsx');
const picker = testsIn('src/platform/web/maps/picker/location-picker.test.tsx');
const payment = testsIn('src/campaigns/web/payment/campaign-payment-page.test.tsx');
const review = testsIn('src/proofs/web/review/proof-review-page.test.tsx');
const cards = review('shows counters, proofs and the time left to decide');
const admin = testsIn('src/admin/web/admin-page.test.tsx');
const users = testsIn('src/admin/web/users/user-table.test.tsx');

export const advertiserScreens: Section[] = [
  {
    title: '2. Advertiser dashboard',
    rows: [
      rule(
        'The profile shows the business’s name, or the user’s.',
        figures,
        dashboard('says if the business or the location is not set'),
      ),
      text(
        'Location not set',
        'Without city and state.',
        dashboard('says if the business or the location is not set'),
      ),
      rule('The profile shows email, place, team count (1 by default) and industry.', figures),
      text('Active ({n})', 'Tab.', figures),
      text('Live Tracking', 'Tab.', figures),
      text('Completed ({n})', 'Tab.', figures),
      text('Drafts ({n})', 'Tab.', figures),
      rule('A row shows title, place, audience and marketers needed.', figures),
      departing(
        'The progress bar of an active campaign',
        rule('Active rows have a progress bar of applications over marketers needed, and View.', figures),
      ),
      departing(
        'A pending draft that is incomplete',
        text('Payment Required', 'Badge of a draft whose escrow is pending.', drafts),
      ),
      text('Funded', 'Badge of a funded draft.', dashboard('a funded draft says so, and can only be viewed')),
      text('Campaign funding required to activate', 'On a pending draft.', drafts),
      text('Fund Campaign', 'Leads to /campaign/{id}/payment.', drafts),
      rule(
        'Other drafts show View if funded, otherwise Edit.',
        drafts,
        dashboard('a funded draft says so, and can only be viewed'),
      ),
      text('Active Campaigns', 'Tile.', figures),
      text('Marketers Engaged', 'Tile.', figures),
      text('Total Spent', 'Tile.', figures),
      text('Create New Campaign', 'Quick action.', figures),
      departing('Browse Marketers leads to /marketers', text('Browse Marketers', 'Quick action.', figures)),
      departing(
        'The dashboard has no box about the two campaign types',
        rule(
          'An info box on the two campaign types. Left out.',
          form('a social campaign shows its price range and splits the budget evenly'),
        ),
      ),
      departing(
        "The advertiser's Live Tracking tab opens",
        departing(
          "A social campaign's page has no",
          rule(
            'The Live Tracking tab has a map per active campaign.',
            dashboard('opens the campaign with live marketers first, and none until that is loaded'),
          ),
        ),
      ),
    ],
  },
  {
    title: '2. Live tracking map',
    rows: [
      text('Active Marketers', 'Tile.', tiles),
      text('Live Locations', 'Tile.', tiles),
      departing(
        "'Avg. Session' is computed",
        text('Avg. Session', "Tile. The specification fixes it to '2.5h'.", tiles),
      ),
      departing(
        "If no session is running, 'Avg. Session'",
        rule('Avg. Session without sessions is 0h.', live('says that there is no activity')),
      ),
      departing(
        "'Last Update' shows the age",
        text(
          'Last Update',
          'Tile.',
          live('shows the age of the last update, and Live only while it is fresh'),
        ),
      ),
      text(
        'Live',
        'In Last Update.',
        live('shows the age of the last update, and Live only while it is fresh'),
      ),
      text('No activity', 'In Last Update.', live('says that there is no activity')),
      rule(
        'A marker’s popup shows last update and accuracy.',
        tiles,
        testsIn('src/tracking/web/live/live-markers.test.tsx')(
          'lists only the sessions of its area in a popup',
        ),
      ),
      rule(
        'The view fits the markers.',
        testsIn('src/platform/web/maps/use-fit.test.tsx')(
          'follows moving markers until the user moves the map, and again after Show all',
        ),
      ),
      rule(
        'Labels of points of interest are hidden.',
        testsIn('src/platform/web/maps/style/online-style.test.ts')(
          'uses the page’s font for labels and drops points of interest',
        ),
      ),
      text('Map Unavailable', 'With the list, if the map fails to load.', tiles),
      departing(
        'The list of active sessions shows',
        rule('Active sessions show the marketer’s id, the start, and a Live badge.', tiles),
      ),
    ],
  },
  {
    title: '2. Create campaign',
    rows: [
      rule(
        'Fields: title, company, description, type (wearable by default), start, audience, instructions.',
        form('an empty form reports all missing fields at once'),
        form('a complete form creates one campaign and continues to payment'),
      ),
      rule(
        'The start is at least the current moment.',
        form('a start that has passed is refused before it is sent'),
      ),
      text(
        'PNG, JPG or PDF up to 10MB',
        'Of the brand assets.',
        testsIn('src/uploads/contract.test.ts')('brand assets are PNG, JPG or PDF up to 10MB'),
      ),
      rule(
        'Brand assets were not uploaded. Settled later: they are.',
        testsIn('src/campaigns/web/form/brand-assets/brand-asset-fields.test.tsx')(
          'uploaded artwork is saved with the campaign',
        ),
      ),
      rule(
        'Wearable: a place by search.',
        picker('chooses the first result with Enter, without submitting the form'),
      ),
      rule('Wearable: the current position.', picker('is looked up and set with six decimals')),
      rule(
        'Wearable: a radius, a map and a summary of the place.',
        picker('offers eight radii and keeps the location when the user chooses one'),
      ),
      rule(
        'Wearable: pay, duration, marketers and budget.',
        form('the budget follows pay and marketers until it is set by hand'),
      ),
      departing(
        'For social campaigns the form asks',
        rule(
          'Social: platform, content type, tier, and the price range of the tier.',
          form('a social campaign shows its price range and splits the budget evenly'),
        ),
      ),
      text(
        'Back to Dashboard',
        'Leads to /advertiser.',
        form('says that it is creating, and shows a general error if the response has no text'),
      ),
      text(
        'Save as Draft',
        'Had no action. Settled later: it saves.',
        form('a draft needs nothing, not even a title'),
      ),
      text(
        'Create Campaign',
        'Sends the form.',
        form('a complete form creates one campaign and continues to payment'),
      ),
      text(
        'Creating...',
        'While it is pending.',
        form('says that it is creating, and shows a general error if the response has no text'),
      ),
      rule(
        'Afterwards /campaign/{id}/payment opens.',
        form('a complete form creates one campaign and continues to payment'),
      ),
    ],
  },
  {
    title: '2. Campaign funding',
    rows: [
      rule(
        'Summary: title, company, place, duration, pay, marketers, status.',
        payment('shows the amount due and opens the wallet once'),
      ),
      text(
        'Loading PayPal...',
        'Until the wallet’s script is ready.',
        payment('the button waits for the wallet'),
      ),
      text(
        'Campaign Not Found',
        'With a button back to the dashboard.',
        payment('an unknown campaign links back'),
      ),
      text(
        'Campaign Already Funded!',
        'With escrow, fee and an Active badge.',
        payment('a funded campaign is not paid for again'),
      ),
      rule(
        '/advertiser opens 2 seconds after success.',
        payment('the return captures, funds, confirms, and redirects after two seconds'),
      ),
    ],
  },
  {
    title: '2. Proof review',
    rows: [
      text(
        'Back to Dashboard',
        'Leads to /advertiser.',
        review('shows an empty state with a link back if there are no proofs'),
      ),
      rule('Counts pending, approved and rejected proofs.', cards),
      rule('Cards: marketer, campaign, status, place, minutes, date.', cards),
      text(
        'Approve & Pay',
        'On pending cards.',
        review('asks for confirmation with the amount, and pays once'),
      ),
      text('Reject', 'On pending cards.', review('sends the reason with a rejection')),
      departing(
        "An approved card says 'Approved & Paid'",
        text('Approved & Paid', 'On approved cards.', cards),
      ),
      rule('Rejected cards show Rejected and the notes.', cards),
      text(
        'No proof submissions yet',
        'Empty state with a button back.',
        review('shows an empty state with a link back if there are no proofs'),
      ),
      text('Loading proof submissions...', 'While loading.', cards),
    ],
  },
  {
    title: '2. Admin panel',
    rows: [
      text(
        'This page is for administrators only.',
        'For other types.',
        testsIn('src/main/frame/gates/access.test.ts')('returns the messages of the specification'),
      ),
      text('Total Users', 'Card.', admin('shows the four figures and every user')),
      text('Active Campaigns', 'Card.', admin('shows the four figures and every user')),
      text('Platform Revenue', 'Card.', admin('shows the four figures and every user')),
      text('Pending Reviews', 'Card.', admin('shows the four figures and every user')),
      rule(
        'Users can be searched.',
        admin('queries the server once typing pauses, and says so if no user matches'),
      ),
      text('All Users', 'Filter by type.', admin('filters users by type')),
      text('Marketers', 'Filter by type.', admin('filters users by type')),
      text('Advertisers', 'Filter by type.', admin('filters users by type')),
      text('Admins', 'Filter by type.', admin('filters users by type')),
      departing(
        'A suspended account shows Suspended',
        rule(
          'Columns: User, Type, Status (Verified or Pending), Joined, Actions.',
          admin('shows the four figures and every user'),
        ),
      ),
      rule('A view button.', users('opens the account named in the URL, and shows why it cannot be deleted')),
      departing(
        "An admin's Verify approves",
        rule('Verify for unverified users.', users('verifies the submission shown in the row')),
      ),
      rule(
        'A delete button.',
        users('opens the account named in the URL, and shows why it cannot be deleted'),
      ),
      text(
        'No users found matching your criteria.',
        'Empty state.',
        admin('queries the server once typing pauses, and says so if no user matches'),
      ),
    ],
  },
];
