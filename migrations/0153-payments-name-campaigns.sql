-- Payments called a campaign the purpose of an order. Every order pays for a campaign.
alter table payment_order rename column purpose_id to campaign_id;
alter table payment rename column purpose_id to campaign_id;
alter table payment rename column purpose_title to campaign_title;
alter table refund rename column purpose_id to campaign_id;
alter table chargeback rename column purpose_id to campaign_id;

alter index payment_order_of_purpose rename to payment_order_of_campaign;
alter index payment_of_purpose rename to payment_of_campaign;
alter index refund_of_purpose rename to refund_of_campaign;
alter index chargeback_of_purpose rename to chargeback_of_campaign;

create or replace function proof_approved_is_paid() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payment p
    where (p.source_id, p.campaign_id, p.marketer_id) = (new.id, new.campaign_id, new.marketer_id)
  ) then
    raise exception 'proof % is approved and not paid', new.id using errcode = 'PR002';
  end if;
  return null;
end $$;

-- Events that wait were written with the old names.
update outbox
set payload = payload - 'purposeId' - 'purposeTitle' || jsonb_strip_nulls(jsonb_build_object(
  'campaignId', payload -> 'purposeId', 'campaignTitle', payload -> 'purposeTitle'))
where payload ? 'purposeId' and state not in ('done', 'dead');
