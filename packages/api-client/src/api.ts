// tests/api-client.test.ts writes this file.

export const API_VERSION = '2026-11-28';

export interface paths {
    "/api/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists my payments with their holds, newest first; the next page is in the Link header
         * @description Who: marketer.
         */
        get: operations["listPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/advertiser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A page of my campaigns and those of my teams, with drafts and escrow, newest first. The Link header names the next one
         * @description Who: advertiser.
         */
        get: operations["listOwnCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One campaign. Drafts only for their owner and the owner’s team
         * @description Who: anyone, about a campaign: everyone, owner, manager, viewer.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payment-history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the money of my and my teams’ campaigns in a period, newest first; the next page is in the Link header
         * @description Who: advertiser, about a campaign: owner, manager, viewer.
         */
        get: operations["listPaymentHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List my applications (marketer) or the applications to my campaigns (advertiser), newest first. At most 100 per page; the Link header has the next page
         * @description Who: marketer, advertiser, about a campaign: marketer, advertiser, manager, viewer.
         */
        get: operations["listApplications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Approve or reject (advertiser or team manager), or withdraw (marketer)
         * @description Who: marketer, advertiser, about an application: marketer, advertiser, manager.
         */
        put: operations["decideApplication"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proofs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A marketer’s own proofs, or those of an advertiser’s campaigns; newest first, at most 100 at once, and the Link header names the next ones
         * @description Who: marketer, advertiser, about a campaign: marketer, advertiser, manager, viewer.
         */
        get: operations["listProofs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/proofs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One proof
         * @description Who: marketer, advertiser, admin, about a proof: marketer, advertiser, manager, viewer, admin.
         */
        get: operations["getProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            code: string;
            message: string;
            fields?: {
                [key: string]: string;
            };
            state?: string;
            requestId?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPayments: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @enum {string} */
                        kind: "pay" | "tip";
                        /** Format: uuid */
                        campaignId: string;
                        campaignTitle: string;
                        amount: string;
                        platformFee: string;
                        /** @enum {string} */
                        status: "pending" | "completed" | "failed" | "cancelled";
                        waitsFor: ("dispute" | "chargeback" | "given-up" | "suspended" | "kyc" | "wallet-email" | "wallet-email-recent" | "tax-id")[];
                        dispute: {
                            /** Format: uuid */
                            id: string;
                            /** Format: date-time */
                            since: string;
                        } | null;
                        attempt: ("sent" | "unclaimed" | "onHold" | "arrived" | "failed" | "returned" | "blocked" | "takenBack") | null;
                        sentTo: string | null;
                        issue: ("no-account" | "account-locked" | "account-unconfirmed" | "account-wrong" | "account-settings" | "country" | "limit" | "refused" | "risk" | "other") | null;
                        receipt: boolean;
                        /** Format: date-time */
                        createdAt: string;
                        completedAt: string | null;
                    }[];
                };
            };
        };
    };
    listOwnCampaigns: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @enum {string} */
                        campaignType: "wearable" | "social";
                        title: string;
                        description: string;
                        company: string;
                        location: string;
                        city: string | null;
                        locationDetails: {
                            address: string;
                            lat: number;
                            lng: number;
                            /** @default 1000 */
                            radius: number;
                            placeId?: string;
                            corners?: {
                                lat: number;
                                lng: number;
                            }[];
                        } | null;
                        duration: number | null;
                        startTime: string | null;
                        timeZone: string | null;
                        opensAt: string | null;
                        closesAt: string | null;
                        proofDueAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @enum {string} */
                        status: "draft" | "active" | "completed";
                        closingSince: string | null;
                        closeReason: ("finished" | "expired" | "cancelled") | null;
                        chargebackSince: string | null;
                        pausedSince: string | null;
                        marketersHired: number;
                        totalMarketersNeeded: number;
                        applicationsCount: number;
                        totalBudget: number;
                        payRate: string;
                        targetDemographics: {
                            /**
                             * @default all
                             * @enum {string}
                             */
                            ageRange: "18-25" | "26-35" | "36-45" | "46-55" | "all";
                            /**
                             * @default any
                             * @enum {string}
                             */
                            gender: "any" | "male" | "female" | "non-binary";
                        };
                        instructions: string | null;
                        dressNote: string | null;
                        kitPlace: string | null;
                        kitHours: string | null;
                        kitWay: ("pickup" | "shipped" | "at-start" | "own") | null;
                        socialMediaPlatform: ("instagram" | "tiktok" | "facebook" | "youtube" | "twitter") | null;
                        contentType: ("post" | "story" | "video" | "reel" | "tweet") | null;
                        minFollowers: number | null;
                        maxFollowers: number | null;
                        requiredTier: ("nano" | "micro" | "mid" | "macro" | "influencer") | null;
                        brandAssets: {
                            tshirtDesign?: string;
                            hatDesign?: string;
                            logoUrl?: string;
                            customInstructions?: string;
                        };
                        proofRequirements: {
                            /** @default 2 */
                            videoDuration: number;
                            /** @default true */
                            requireSelfie: boolean;
                            /** @default true */
                            requireLocationCheck: boolean;
                            /** @default  */
                            customRequirements: string;
                            /** @default true */
                            allowFileUploads: boolean;
                            /** @default 0 */
                            spotChecks: number;
                        };
                        autoApprove: boolean;
                        /** @enum {string} */
                        paymentMethod: "paypal" | "credit_card" | "bank_transfer";
                        /** @enum {string} */
                        escrowStatus: "pending" | "funded";
                        escrowAmount: string | null;
                        platformFee: string | null;
                        businessId: string | null;
                        isComplete: boolean;
                        can: {
                            edit: boolean;
                            fund: boolean;
                            apply: boolean;
                            review: boolean;
                            pause: boolean;
                            resume: boolean;
                            close: boolean;
                        };
                        targetDemographic: string;
                        marketsNeeded: number;
                        liveMarketers: number;
                        team: {
                            business: string;
                            /** @enum {string} */
                            role: "viewer" | "manager";
                        } | null;
                    }[];
                };
            };
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** @enum {string} */
                        campaignType: "wearable" | "social";
                        title: string;
                        description: string;
                        company: string;
                        location: string;
                        city: string | null;
                        locationDetails: {
                            address: string;
                            lat: number;
                            lng: number;
                            /** @default 1000 */
                            radius: number;
                            placeId?: string;
                            corners?: {
                                lat: number;
                                lng: number;
                            }[];
                        } | null;
                        duration: number | null;
                        startTime: string | null;
                        timeZone: string | null;
                        opensAt: string | null;
                        closesAt: string | null;
                        proofDueAt: string | null;
                        /** Format: date-time */
                        createdAt: string;
                        /** @enum {string} */
                        status: "draft" | "active" | "completed";
                        closingSince: string | null;
                        closeReason: ("finished" | "expired" | "cancelled") | null;
                        chargebackSince: string | null;
                        pausedSince: string | null;
                        marketersHired: number;
                        totalMarketersNeeded: number;
                        applicationsCount: number;
                        totalBudget: number;
                        payRate: string;
                        targetDemographics: {
                            /**
                             * @default all
                             * @enum {string}
                             */
                            ageRange: "18-25" | "26-35" | "36-45" | "46-55" | "all";
                            /**
                             * @default any
                             * @enum {string}
                             */
                            gender: "any" | "male" | "female" | "non-binary";
                        };
                        instructions: string | null;
                        dressNote: string | null;
                        kitPlace: string | null;
                        kitHours: string | null;
                        kitWay: ("pickup" | "shipped" | "at-start" | "own") | null;
                        socialMediaPlatform: ("instagram" | "tiktok" | "facebook" | "youtube" | "twitter") | null;
                        contentType: ("post" | "story" | "video" | "reel" | "tweet") | null;
                        minFollowers: number | null;
                        maxFollowers: number | null;
                        requiredTier: ("nano" | "micro" | "mid" | "macro" | "influencer") | null;
                        brandAssets: {
                            tshirtDesign?: string;
                            hatDesign?: string;
                            logoUrl?: string;
                            customInstructions?: string;
                        };
                        proofRequirements: {
                            /** @default 2 */
                            videoDuration: number;
                            /** @default true */
                            requireSelfie: boolean;
                            /** @default true */
                            requireLocationCheck: boolean;
                            /** @default  */
                            customRequirements: string;
                            /** @default true */
                            allowFileUploads: boolean;
                            /** @default 0 */
                            spotChecks: number;
                        };
                        autoApprove: boolean;
                        /** @enum {string} */
                        paymentMethod: "paypal" | "credit_card" | "bank_transfer";
                        /** @enum {string} */
                        escrowStatus: "pending" | "funded";
                        escrowAmount: string | null;
                        platformFee: string | null;
                        businessId: string | null;
                        isComplete: boolean;
                        can: {
                            edit: boolean;
                            fund: boolean;
                            apply: boolean;
                            review: boolean;
                            pause: boolean;
                            resume: boolean;
                            close: boolean;
                        };
                    };
                };
            };
            /** @description campaign/not-found: We couldn’t find this campaign. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPaymentHistory: {
        parameters: {
            query: {
                timeZone: string;
                from?: string & (unknown & unknown);
                to?: string & (unknown & unknown);
                campaignId?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        number: number;
                        /** Format: date-time */
                        at: string;
                        /** Format: uuid */
                        campaignId: string;
                        campaignTitle: string;
                        /** @enum {string} */
                        move: "paid" | "paid-shortfall" | "paid-debt" | "paid-tip" | "released" | "taken-back" | "tipped" | "refunded" | "refund-returned" | "disputed" | "dispute-ended" | "covered" | "recovered" | "debt-repaid" | "corrected";
                        marketer: string | null;
                        state: ("pending" | "completed" | "failed" | "open" | "won" | "lost") | null;
                        amount: string;
                        fee: string;
                        invoices: {
                            /** Format: uuid */
                            id: string;
                            number: string;
                        }[];
                        invoiceFor: string | null;
                        held: string;
                    }[];
                };
            };
            /** @description campaign/not-found: We couldn’t find this campaign. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApplications: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                campaignId?: string;
                status?: "pending" | "approved" | "rejected" | "withdrawn";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        campaignId: string;
                        /** Format: uuid */
                        marketerId: string;
                        marketerName: string;
                        marketerImage: string | null;
                        marketerRating: number;
                        marketerRatingCount: number;
                        marketerFinishedWork: number;
                        isMarketerVerified: boolean;
                        marketerListingId: string | null;
                        isInvited: boolean;
                        marketerStrikes: number;
                        marketerCity: string | null;
                        marketerPunctuality: {
                            gigs: number;
                            onTime: number;
                        };
                        marketerPlatforms: {
                            /** @enum {string} */
                            platform: "instagram" | "tiktok" | "facebook" | "youtube" | "twitter";
                            followers: number;
                        }[];
                        note: string | null;
                        marketerAccount: {
                            handle: string;
                            url: string;
                            followers: number;
                        } | null;
                        /** Format: date-time */
                        appliedAt: string;
                        decidedAt: string | null;
                        /** @enum {string} */
                        status: "pending" | "approved" | "rejected" | "withdrawn";
                        reason: string | null;
                        undoLeftMs: number | null;
                        approvedAt: string | null;
                        benchPosition: number | null;
                        hasMovedUp: boolean;
                        confirmationDueAt: string | null;
                        confirmedAt: string | null;
                        hasExpired: boolean;
                        isWithdrawalLate: boolean;
                        lateWithdrawalFrom: string | null;
                        campaign: {
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "active" | "completed";
                            company: string;
                            /** @enum {string} */
                            campaignType: "wearable" | "social";
                            location: string;
                            startTime: string | null;
                            timeZone: string | null;
                            duration: number | null;
                            payRate: string;
                        };
                        can: {
                            approve: boolean;
                            reject: boolean;
                            withdraw: boolean;
                            bench: boolean;
                            unbench: boolean;
                            confirm: boolean;
                            addToCalendar: boolean;
                        };
                    }[];
                };
            };
        };
    };
    decideApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "approved" | "rejected" | "withdrawn";
                    reason?: string;
                    /** @default false */
                    canUndo?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        campaignId: string;
                        /** Format: uuid */
                        marketerId: string;
                        marketerName: string;
                        marketerImage: string | null;
                        marketerRating: number;
                        marketerRatingCount: number;
                        marketerFinishedWork: number;
                        isMarketerVerified: boolean;
                        marketerListingId: string | null;
                        isInvited: boolean;
                        marketerStrikes: number;
                        marketerCity: string | null;
                        marketerPunctuality: {
                            gigs: number;
                            onTime: number;
                        };
                        marketerPlatforms: {
                            /** @enum {string} */
                            platform: "instagram" | "tiktok" | "facebook" | "youtube" | "twitter";
                            followers: number;
                        }[];
                        note: string | null;
                        marketerAccount: {
                            handle: string;
                            url: string;
                            followers: number;
                        } | null;
                        /** Format: date-time */
                        appliedAt: string;
                        decidedAt: string | null;
                        /** @enum {string} */
                        status: "pending" | "approved" | "rejected" | "withdrawn";
                        reason: string | null;
                        undoLeftMs: number | null;
                        approvedAt: string | null;
                        benchPosition: number | null;
                        hasMovedUp: boolean;
                        confirmationDueAt: string | null;
                        confirmedAt: string | null;
                        hasExpired: boolean;
                        isWithdrawalLate: boolean;
                        lateWithdrawalFrom: string | null;
                        campaign: {
                            title: string;
                            /** @enum {string} */
                            status: "draft" | "active" | "completed";
                            company: string;
                            /** @enum {string} */
                            campaignType: "wearable" | "social";
                            location: string;
                            startTime: string | null;
                            timeZone: string | null;
                            duration: number | null;
                            payRate: string;
                        };
                        can: {
                            approve: boolean;
                            reject: boolean;
                            withdraw: boolean;
                            bench: boolean;
                            unbench: boolean;
                            confirm: boolean;
                            addToCalendar: boolean;
                        };
                    };
                };
            };
            /**
             * @description team/not-allowed: Your role in this team doesn’t allow this. Ask the team owner for access.
             *     auth/forbidden: Your account type doesn’t allow this.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description application/not-found: We couldn’t find this application. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description application/decided: This application has already been decided.
             *     application/overlap: You’re already approved for another campaign at that time.
             *     application/not-available: This marketer isn’t available right now. You can approve them once they are.
             *     application/over: This campaign is over, so you can no longer withdraw.
             *     application/session-begun: You can’t withdraw after the work has started.
             *     campaign/disputed: The advertiser disputed the payment for this campaign, so it accepts no new marketers.
             *     campaign/paused: The advertiser has paused this campaign, so it accepts no new marketers now.
             *     campaign/full: Campaign Full
             *     campaign/not-active: This campaign isn’t active.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listProofs: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                campaignId?: string;
                status?: "pending" | "approved" | "rejected";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        campaignId: string;
                        campaignTitle: string;
                        timeZone: string | null;
                        marketerName: string;
                        marketerImage: string | null;
                        isMarketerDeleted: boolean;
                        /** @enum {string} */
                        status: "pending" | "approved" | "rejected";
                        location: {
                            address: string;
                        };
                        duration: number;
                        /** Format: date-time */
                        submittedAt: string;
                        /** @enum {string} */
                        strength: "weak" | "ordinary" | "strong";
                        /** Format: date-time */
                        reviewDueAt: string;
                        decidedAt: string | null;
                        reviewNotes: string | null;
                        rejectReason: ("wrong-place" | "wrong-clothing" | "too-short" | "unclear-photo" | "wrong-post" | "other-person" | "other") | null;
                        note: string | null;
                        signsAnswer: string | null;
                        postUrl: string | null;
                        isAdDisclosed: boolean | null;
                        postHandle: string | null;
                        postChecks: {
                            /** @enum {string} */
                            reason: "first-day" | "end";
                            /** Format: date-time */
                            dueAt: string;
                            /** @enum {string} */
                            looker: "server" | "business";
                            /** @enum {string} */
                            state: "due" | "live" | "gone";
                            checkedAt: string | null;
                            checkedBy: ("server" | "business") | null;
                            seen: {
                                /** @enum {string} */
                                what: "live" | "other-account" | "missing" | "hidden" | "unclear" | "no-answer";
                                /** Format: date-time */
                                at: string;
                            } | null;
                        }[];
                        sessionId: string | null;
                        presence: {
                            minutesInside: number;
                            coverage: number;
                            distanceMeters: number;
                            longestGapSeconds: number;
                            fixes: number;
                            score: number | null;
                            signals?: {
                                /** @enum {string} */
                                kind: "typed-in" | "copied" | "two-places" | "similar-path" | "frozen" | "constant-accuracy" | "teleport" | "too-fast" | "even-speed" | "computed-noise" | "in-batches" | "no-motion" | "clock";
                                /** @enum {string} */
                                weight: "high" | "medium" | "low";
                                count: number;
                                firstAt: string | null;
                            }[];
                            sessions?: number;
                        } | null;
                        sessions: {
                            /** Format: uuid */
                            id: string;
                            /** Format: date-time */
                            startTime: string;
                            endTime: string | null;
                            minutesInside: number;
                        }[];
                        spotChecks: {
                            number: number;
                            /** @enum {string} */
                            state: "asked" | "passed" | "missed";
                            /** Format: date-time */
                            askedAt: string;
                            code: string | null;
                            photo: {
                                /** Format: uuid */
                                uploadId: string;
                                contentType: string;
                                url: string;
                                thumbnailUrl: string | null;
                                /** Format: date-time */
                                takenAt: string;
                            } | null;
                        }[];
                        media: {
                            /** Format: uuid */
                            uploadId: string;
                            /** @enum {string} */
                            kind: "selfie" | "photo" | "video" | "screenshot";
                            contentType: string;
                            url: string;
                            thumbnailUrl: string | null;
                            takenAt: string | null;
                            durationSeconds: number | null;
                            isSentAgain: boolean;
                        }[];
                        replacedMedia: {
                            /** Format: uuid */
                            uploadId: string;
                            /** @enum {string} */
                            kind: "selfie" | "photo" | "video" | "screenshot";
                            contentType: string;
                            url: string;
                            thumbnailUrl: string | null;
                            takenAt: string | null;
                            durationSeconds: number | null;
                            isSentAgain: boolean;
                        }[];
                        amendment: {
                            /** Format: date-time */
                            askedAt: string;
                            reasons: ("wrong-place" | "wrong-clothing" | "too-short" | "unclear-photo" | "wrong-post" | "other-person" | "other")[];
                            note: string;
                            /** Format: date-time */
                            dueAt: string;
                            isOpen: boolean;
                            amendedAt: string | null;
                            answer: string | null;
                            firstPostUrl: string | null;
                        } | null;
                        signs: {
                            /** @enum {string} */
                            kind: "same-image" | "similar-image" | "same-video" | "part-of-video" | "repeated-video" | "video-unmeasured" | "video-short" | "other-time" | "other-place" | "not-from-page" | "clock" | "same-post";
                            /** @enum {string} */
                            weight: "high" | "medium" | "low";
                            file: number | null;
                            check?: number;
                            amount: number | null;
                        }[];
                        payRate: string;
                        isPaymentDisputed: boolean;
                        payment: ("pending" | "completed" | "failed" | "cancelled") | null;
                        paidAmount: string | null;
                        tip: {
                            amount: string;
                            /** @enum {string} */
                            state: "waiting" | "paid" | "refunded" | "taken-back";
                        } | null;
                        tippable: {
                            most: string;
                            /** Format: date-time */
                            until: string;
                            owes: boolean;
                        } | null;
                        threadId: string | null;
                        dispute: {
                            /** Format: uuid */
                            id: string;
                            isOpen: boolean;
                            /** Format: date-time */
                            openedAt: string;
                        } | null;
                        disputableUntil: string | null;
                        can: {
                            approve: boolean;
                            reject: boolean;
                            resend: boolean;
                            answerSigns: boolean;
                            askAgain: boolean;
                            sendAgain: boolean;
                        };
                    }[];
                };
            };
        };
    };
    getProof: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        campaignId: string;
                        campaignTitle: string;
                        timeZone: string | null;
                        marketerName: string;
                        marketerImage: string | null;
                        isMarketerDeleted: boolean;
                        /** @enum {string} */
                        status: "pending" | "approved" | "rejected";
                        location: {
                            address: string;
                        };
                        duration: number;
                        /** Format: date-time */
                        submittedAt: string;
                        /** @enum {string} */
                        strength: "weak" | "ordinary" | "strong";
                        /** Format: date-time */
                        reviewDueAt: string;
                        decidedAt: string | null;
                        reviewNotes: string | null;
                        rejectReason: ("wrong-place" | "wrong-clothing" | "too-short" | "unclear-photo" | "wrong-post" | "other-person" | "other") | null;
                        note: string | null;
                        signsAnswer: string | null;
                        postUrl: string | null;
                        isAdDisclosed: boolean | null;
                        postHandle: string | null;
                        postChecks: {
                            /** @enum {string} */
                            reason: "first-day" | "end";
                            /** Format: date-time */
                            dueAt: string;
                            /** @enum {string} */
                            looker: "server" | "business";
                            /** @enum {string} */
                            state: "due" | "live" | "gone";
                            checkedAt: string | null;
                            checkedBy: ("server" | "business") | null;
                            seen: {
                                /** @enum {string} */
                                what: "live" | "other-account" | "missing" | "hidden" | "unclear" | "no-answer";
                                /** Format: date-time */
                                at: string;
                            } | null;
                        }[];
                        sessionId: string | null;
                        presence: {
                            minutesInside: number;
                            coverage: number;
                            distanceMeters: number;
                            longestGapSeconds: number;
                            fixes: number;
                            score: number | null;
                            signals?: {
                                /** @enum {string} */
                                kind: "typed-in" | "copied" | "two-places" | "similar-path" | "frozen" | "constant-accuracy" | "teleport" | "too-fast" | "even-speed" | "computed-noise" | "in-batches" | "no-motion" | "clock";
                                /** @enum {string} */
                                weight: "high" | "medium" | "low";
                                count: number;
                                firstAt: string | null;
                            }[];
                            sessions?: number;
                        } | null;
                        sessions: {
                            /** Format: uuid */
                            id: string;
                            /** Format: date-time */
                            startTime: string;
                            endTime: string | null;
                            minutesInside: number;
                        }[];
                        spotChecks: {
                            number: number;
                            /** @enum {string} */
                            state: "asked" | "passed" | "missed";
                            /** Format: date-time */
                            askedAt: string;
                            code: string | null;
                            photo: {
                                /** Format: uuid */
                                uploadId: string;
                                contentType: string;
                                url: string;
                                thumbnailUrl: string | null;
                                /** Format: date-time */
                                takenAt: string;
                            } | null;
                        }[];
                        media: {
                            /** Format: uuid */
                            uploadId: string;
                            /** @enum {string} */
                            kind: "selfie" | "photo" | "video" | "screenshot";
                            contentType: string;
                            url: string;
                            thumbnailUrl: string | null;
                            takenAt: string | null;
                            durationSeconds: number | null;
                            isSentAgain: boolean;
                        }[];
                        replacedMedia: {
                            /** Format: uuid */
                            uploadId: string;
                            /** @enum {string} */
                            kind: "selfie" | "photo" | "video" | "screenshot";
                            contentType: string;
                            url: string;
                            thumbnailUrl: string | null;
                            takenAt: string | null;
                            durationSeconds: number | null;
                            isSentAgain: boolean;
                        }[];
                        amendment: {
                            /** Format: date-time */
                            askedAt: string;
                            reasons: ("wrong-place" | "wrong-clothing" | "too-short" | "unclear-photo" | "wrong-post" | "other-person" | "other")[];
                            note: string;
                            /** Format: date-time */
                            dueAt: string;
                            isOpen: boolean;
                            amendedAt: string | null;
                            answer: string | null;
                            firstPostUrl: string | null;
                        } | null;
                        signs: {
                            /** @enum {string} */
                            kind: "same-image" | "similar-image" | "same-video" | "part-of-video" | "repeated-video" | "video-unmeasured" | "video-short" | "other-time" | "other-place" | "not-from-page" | "clock" | "same-post";
                            /** @enum {string} */
                            weight: "high" | "medium" | "low";
                            file: number | null;
                            check?: number;
                            amount: number | null;
                        }[];
                        payRate: string;
                        isPaymentDisputed: boolean;
                        payment: ("pending" | "completed" | "failed" | "cancelled") | null;
                        paidAmount: string | null;
                        tip: {
                            amount: string;
                            /** @enum {string} */
                            state: "waiting" | "paid" | "refunded" | "taken-back";
                        } | null;
                        tippable: {
                            most: string;
                            /** Format: date-time */
                            until: string;
                            owes: boolean;
                        } | null;
                        threadId: string | null;
                        dispute: {
                            /** Format: uuid */
                            id: string;
                            isOpen: boolean;
                            /** Format: date-time */
                            openedAt: string;
                        } | null;
                        disputableUntil: string | null;
                        can: {
                            approve: boolean;
                            reject: boolean;
                            resend: boolean;
                            answerSigns: boolean;
                            askAgain: boolean;
                            sendAgain: boolean;
                        };
                    };
                };
            };
            /** @description proof/not-found: We couldn’t find this proof. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
