-- A payout's effect names the payout alone: nobody's address stays in the outbox after it is done.
update outbox set payload = jsonb_build_object('payoutId', payload -> 'payoutId') where kind = 'payment.send-payout';
