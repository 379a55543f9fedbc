import {
  eraseInvitations,
  invitationsExport,
  undoInvitations,
} from '#applications/server/invitations/invitation-service.ts';
import {
  applicationsExport,
  applicationTies,
  campaignLocks,
  eraseApplications,
  kitsExport,
  strikesExport,
} from '#applications/server/account-service.ts';
import {
  eraseSavedSearches,
  undoSavedSearches,
  savedSearchesExport,
} from '#applications/server/saved-searches/saved-search-service.ts';
import type { AuthPorts } from '#auth/server/ports.ts';
import { campaignsExport, campaignTies, eraseCampaigns } from '#campaigns/server/account-service.ts';
import { disputesExport, disputeTies } from '#disputes/server/account-service.ts';
import type { Clock } from '#kernel/time.ts';
import { eraseIdentity, exportIdentity, resetIdentity } from '#kyc/server/erasure-service.ts';
import { eraseMessages, messagesExport } from '#messages/server/account-service.ts';
import { eraseNotifications, notificationsExport } from '#notifications/server/account-service.ts';
import { erasePayments, paymentsExport, paymentTies } from '#payments/server/account-service.ts';
import type { PlatformPorts } from '#platform/server/ports.ts';
import {
  consentsExport,
  eraseProfile,
  profileExport,
  profileLocks,
} from '#profiles/server/account-service.ts';
import { eraseListing, undoListing, listingExport } from '#profiles/server/marketers/marketers-service.ts';
import {
  eraseSavedMarketers,
  undoSavedMarketers,
  savedMarketersExport,
} from '#profiles/server/marketers/saved-marketers-service.ts';
import {
  eraseSocialAccounts,
  undoSocialAccounts,
  socialAccountsExport,
} from '#profiles/server/social/social-account-service.ts';
import { proofsExport, proofAccountTies, spotCheckPhotosExport } from '#proofs/server/account-service.ts';
import { ratingsExport } from '#ratings/server/account-service.ts';
import { eraseReports, reportsExport } from '#reports/server/account-service.ts';
import { eraseTeams, undoTeams, teamsExport } from '#teams/server/account-service.ts';
import { eraseTracking, trackingExport, trackingTies } from '#tracking/server/account-service.ts';
import { eraseUploads, uploadsExport } from '#uploads/server/account-service.ts';
import { eraseWebhooks, undoWebhooks, webhooksExport } from '#webhooks/server/account-service.ts';

export function createAccountPorts(clock: Clock): Omit<AuthPorts, keyof PlatformPorts | 'loadAccount'> {
  return {
    accountTies: [
      campaignTies,
      applicationTies,
      trackingTies,
      proofAccountTies,
      (reader, userId) => disputeTies(reader, userId, clock.now()),
      paymentTies,
    ],
    // Lock order: campaigns before accounts and profiles.
    accountLocks: [campaignLocks, profileLocks],
    erasePerson: [
      eraseApplications,
      eraseSavedSearches,
      eraseReports,
      eraseCampaigns,
      eraseTracking,
      erasePayments,
      eraseIdentity,
      eraseMessages,
      // Before eraseProfile: it needs the name from the profile.
      eraseNotifications,
      eraseTeams,
      eraseSocialAccounts,
      eraseListing,
      eraseSavedMarketers,
      eraseInvitations,
      eraseWebhooks,
      eraseProfile,
      eraseUploads,
    ],
    undoUserType: [
      resetIdentity,
      undoSavedSearches,
      undoTeams,
      undoSocialAccounts,
      undoListing,
      undoSavedMarketers,
      undoInvitations,
      undoWebhooks,
    ],
    exportParts: [
      profileExport,
      consentsExport,
      socialAccountsExport,
      listingExport,
      savedMarketersExport,
      invitationsExport,
      { name: 'kyc', tables: ['kyc', 'kyc_document'], read: exportIdentity },
      uploadsExport,
      ...teamsExport,
      campaignsExport,
      applicationsExport,
      kitsExport,
      strikesExport,
      savedSearchesExport,
      ...trackingExport,
      proofsExport,
      spotCheckPhotosExport,
      disputesExport,
      messagesExport,
      ratingsExport,
      ...reportsExport,
      ...paymentsExport,
      ...notificationsExport,
      ...webhooksExport,
    ],
  };
}
