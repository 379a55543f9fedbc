-- The sitemap lists open campaigns in the order of their ids.
create index campaign_open_by_id on campaign (id) where is_open;
