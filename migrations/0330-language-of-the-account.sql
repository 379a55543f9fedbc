-- The language of screens, notifications and emails (src/kernel/language.ts).
alter table account add column language text not null default 'en' check (language in ('en', 'es'));
