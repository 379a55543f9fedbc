-- Where a campaign is, on a plane that maps every circle on the sphere to a circle (stereographic, from the south
-- pole). Degrees are shorter the farther north, so a circle was an odd shape, and the date line and the poles were
-- special cases.
create function campaign_plane(lat double precision, lng double precision) returns point
language sql immutable parallel safe as $$
  select point(tan(radians(45 - lat / 2)) * cos(radians(lng)), tan(radians(45 - lat / 2)) * sin(radians(lng)))
$$;

drop index campaign_point, campaign_point_open;
create index campaign_point on campaign using gist (campaign_plane(lat, lng)) where status <> 'draft';
create index campaign_point_open on campaign using gist (campaign_plane(lat, lng)) where is_open;

-- The newest and the soonest are in all lanes alike, so the list itself is walked. Pay depends on the lane.
drop index campaign_lane_newest, campaign_lane_start;
