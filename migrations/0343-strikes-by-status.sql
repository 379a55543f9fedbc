-- Admins list strikes by status.
create index strike_of_status on strike (status, at desc, id desc);
