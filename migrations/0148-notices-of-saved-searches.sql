-- Mail about saved searches is switched off by itself: a click beneath it must not silence what a place depends on.
alter table notification_choice drop constraint notification_choice_topic_check;
alter table notification_choice add constraint notification_choice_topic_check
  check (topic in ('money', 'work', 'proofs', 'searches'));
