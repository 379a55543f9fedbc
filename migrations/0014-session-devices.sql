-- What a browser called itself is forgotten 30 days after the sign-in; here are those that still have it.
create index sign_in_session_with_device on sign_in_session (created_at) where user_agent is not null;
