-- Active campaigns whose every place is paid: the sweep that completes them finds them without reading the others.
create index campaign_paid_active on campaign (id) where status = 'active' and released = needed;
