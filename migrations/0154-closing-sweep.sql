-- "Settle" is a payout's word.
update sweep set name = 'campaigns/closing' where name = 'campaigns/settle';
