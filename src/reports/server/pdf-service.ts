import type { Deps } from '#campaigns/server/ports.ts';
import type { Actor } from '#platform/server/security/session.ts';
import { loadThumbnails } from '#uploads/server/service.ts';
import type { CampaignReport } from '../contract.ts';
import { findShared } from './link-service.ts';
import { drawReport } from './pdf/report-document.ts';
import { buildReport, getCampaignReport } from './report-service.ts';
import { roundTimes } from './rules.ts';
import { listSharedPhotos } from './shared-photos.ts';

interface PdfFile {
  filename: string;
  content: Buffer;
}

/** Refuses 'campaign/not-found' unless the caller may read the campaign. */
export async function drawCampaignReport(deps: Deps, actor: Actor, id: string): Promise<PdfFile> {
  return draw(deps, await getCampaignReport(deps, actor, id), { withPhotos: true });
}

/** Refuses 'report/link-over'. */
export async function drawSharedReport(deps: Deps, token: string): Promise<PdfFile> {
  const { link, campaign } = await findShared(deps, token);
  return draw(deps, roundTimes(await buildReport(deps, campaign)), link);
}

async function draw(
  deps: Deps,
  report: CampaignReport,
  { withPhotos }: { withPhotos: boolean },
): Promise<PdfFile> {
  const shown = withPhotos ? listSharedPhotos(report) : [];
  const images = await loadThumbnails(
    deps.db,
    shown.map(({ uploadId }) => uploadId),
  );
  const photos = shown.flatMap(({ uploadId, marketer }) => {
    const image = images.get(uploadId);
    return image ? [{ marketer, image }] : [];
  });
  const content = await drawReport(report, photos);
  const day = report.asOf.slice(0, 10);
  return { filename: `campaign-report-${day}-${report.campaign.id.slice(0, 8)}.pdf`, content };
}
