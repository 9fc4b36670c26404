import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import * as meetingFormTexts from "@survey-app/texts/meetingFormTexts.ts";
import * as operationsTexts from "@survey-app/texts/operationsTexts.ts";
import * as ownersTexts from "@survey-app/texts/ownersTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import * as unlistedTexts from "@survey-app/texts/unlistedTexts.ts";
import type { PageAccess } from "../session/Guard.tsx";
import type { Route } from "./route.ts";

const admins: PageAccess = ["admin"];
const surveyors: PageAccess = ["surveyor", "admin"];

const pages: readonly Route[] = [
  { path: "/dashboard", title: pageTexts.dashboard, page: "AdminHomePage", access: "signedIn" },
  { path: "/dashboard/adminHome", title: pageTexts.dashboard, page: "AdminHomePage", access: "signedIn" },
  { path: "/dashboard/admin/users", title: pageTexts.manageUsers, page: "UsersPage", access: admins },
  {
    path: "/dashboard/admin/surveys",
    title: pageTexts.manageSurveys,
    page: "AllSurveysPage",
    access: admins,
  },
  {
    path: "/dashboard/admin/unlisted",
    title: unlistedTexts.title,
    page: "UnlistedSurveysPage",
    access: admins,
  },
  { path: "/dashboard/surveyAdd", title: pageTexts.addSurvey, page: "SurveyAddPage", access: "asker" },
  {
    path: "/dashboard/surveyor/surveys",
    title: pageTexts.responses,
    page: "OwnSurveysPage",
    access: "asker",
    takesGuests: true,
  },
  {
    path: "/dashboard/lists",
    title: listTexts.title,
    page: "VoterListsPage",
    access: surveyors,
  },
  { path: "/dashboard/lists/:id", title: null, page: "VoterListPage", access: surveyors },
  { path: "/dashboard/meetings", title: hostTexts.title, page: "MeetingsPage", access: "asker" },
  { path: "/dashboard/meetings/new", title: meetingFormTexts.title, page: "NewMeetingPage", access: "asker" },
  // Also for people who can no longer create a meeting.
  { path: "/dashboard/meetings/:id", title: null, page: "MeetingQuestionsPage", access: "signedIn" },
  { path: "/dashboard/meetings/:id/people", title: null, page: "MeetingPeoplePage", access: "signedIn" },
  { path: "/dashboard/shared", title: ownersTexts.shared, page: "SharedSurveysPage", access: surveyors },
  { path: "/dashboard/admin/responses", title: pageTexts.responses, page: "ResponsesPage", access: admins },
  { path: "/dashboard/surveyor/surveys/:id", title: null, page: "SurveyResponsesPage", access: "asker" },
  // Also for people who are not surveyors: they fill the list of their first question while it awaits review.
  { path: "/dashboard/surveys/:id", title: null, page: "OwnSurveyResultPage", access: "signedIn", takesGuests: true },
  { path: "/dashboard/surveys/:id/people", title: null, page: "OwnSurveyPeoplePage", access: "signedIn" },
  {
    path: "/dashboard/surveys/:id/share",
    title: null,
    page: "OwnSurveySharePage",
    access: "signedIn",
    takesGuests: true,
  },
  {
    path: "/dashboard/surveys/:id/settings",
    title: null,
    page: "OwnSurveySettingsPage",
    access: "signedIn",
    takesGuests: true,
  },
  {
    path: "/dashboard/surveyor/allupdate",
    title: pageTexts.updateSurvey,
    page: "UpdateSurveysPage",
    access: surveyors,
  },
  {
    path: "/dashboard/surveyor/update/:id",
    title: pageTexts.updateSurvey,
    page: "SurveyUpdatePage",
    access: surveyors,
  },
  {
    path: "/dashboard/surveyor/feedbacks",
    title: pageTexts.feedbacks,
    page: "FeedbacksPage",
    access: surveyors,
  },
  {
    path: "/dashboard/surveyor/feedback/:id",
    title: pageTexts.feedback,
    page: "FeedbackPage",
    access: surveyors,
  },
  { path: "/dashboard/webhooks", title: pageTexts.webhooks, page: "WebhooksPage", access: surveyors },
  { path: "/dashboard/audit", title: pageTexts.auditLog, page: "AuditPage", access: admins },
  { path: "/dashboard/admin/operations", title: operationsTexts.title, page: "OperationsPage", access: admins },
  {
    path: "/dashboard/user/surveys",
    title: pageTexts.participations,
    page: "ParticipationsPage",
    access: "signedIn",
  },
  { path: "/dashboard/user/my-reports", title: pageTexts.reported, page: "OwnReportsPage", access: "signedIn" },
  { path: "/dashboard/user/comments", title: pageTexts.commented, page: "OwnCommentsPage", access: "signedIn" },
  { path: "/dashboard/user/paymentHistory", title: pageTexts.payment, page: "PaymentsPage", access: admins },
  {
    path: "/dashboard/user/pro/paymentHistory",
    title: pageTexts.paymentHistory,
    page: "OwnPaymentsPage",
    access: "signedIn",
  },
];

/** The dashboard's routes, all in one layout. */
export const dashboardRoutes: readonly Route[] = pages.map((route) => ({
  ...route,
  frame: "DashboardLayout",
}));
