-- When the wallet itself named the present address as this person's own; null for one that was typed.
alter table profile add column wallet_connected_at timestamptz;
