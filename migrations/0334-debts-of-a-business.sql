-- Each business sees what it owes. The other index has the debts of all businesses, in the order in which admins see them.
create index chargeback_debt_of_payer on chargeback (payer_id)
  where owed_cents > repaid_cents + recovered_cents + written_off_cents;
