-- Only a campaign that requires positions may ask for checks on the spot (decision 62.1). An
-- incomplete draft may have checks without the location check.
update campaign set spot_checks = 0 where is_complete and spot_checks > 0 and not requires_location_check;
alter table campaign add constraint campaign_spot_checks_need_location_check check (
  spot_checks = 0 or requires_location_check or not is_complete);
