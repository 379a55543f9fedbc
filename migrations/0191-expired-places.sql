-- A place expires if its marketer does not confirm it in time.
alter table application rename column has_lapsed to has_expired;
alter table application rename constraint application_lapsed to application_expired;
update outbox set kind = 'application.expired' where kind = 'application.lapsed';
update notification set kind = 'application.expired' where kind = 'application.lapsed';
update sweep set name = 'applications/give no-show strikes' where name = 'applications/judge attendance';
