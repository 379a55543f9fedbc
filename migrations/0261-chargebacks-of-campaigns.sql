-- A chargeback is a dispute at the wallet. Only disputes about decisions are called disputes.
alter table campaign rename column disputed_since to chargeback_since;
