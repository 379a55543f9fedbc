-- What a side has not read, without reading the system entries in between: those of finished work stay unread.
create index message_of_side on message (application_id, side, sequence) where side is not null;
