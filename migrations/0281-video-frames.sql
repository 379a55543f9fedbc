-- Hashes of some of a video's encoded frames, by which copies are found (decision 64).
alter table upload add column video_frames text[]
  constraint upload_video_frames_check check (cardinality(video_frames) between 1 and 32);

-- Like proof_image, for videos.
create table proof_video (
  upload_id      uuid primary key references proof_media (upload_id),
  application_id uuid not null references application (id),
  frames         text[] not null check (cardinality(frames) between 1 and 32)
);
create index proof_video_frames on proof_video using gin (frames);
revoke delete, truncate on proof_video from promenade_app;
