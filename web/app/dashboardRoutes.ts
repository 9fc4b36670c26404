import * as pageTexts from "../texts/pageTexts.ts";
import type { Frame, Route } from "./route.ts";

const frame: Frame = {
  file: "layout/DashboardLayout.tsx",
  load: () => import("../layout/DashboardLayout.tsx"),
};

const overview: Route = {
  path: "/dashboard/adminHome",
  title: pageTexts.dashboard,
  file: "pages/dashboard/AdminHomePage.tsx",
  load: () => import("../pages/dashboard/AdminHomePage.tsx"),
  access: "signedIn",
};

const pages: readonly Route[] = [
  overview,
  { ...overview, path: "/dashboard" },
  {
    path: "/dashboard/admin/users",
    title: pageTexts.manageUsers,
    file: "pages/dashboard/UsersPage.tsx",
    load: () => import("../pages/dashboard/UsersPage.tsx"),
    access: ["admin"],
  },
  {
    path: "/dashboard/admin/surveys",
    title: pageTexts.manageSurveys,
    file: "pages/dashboard/AllSurveysPage.tsx",
    load: () => import("../pages/dashboard/AllSurveysPage.tsx"),
    access: ["admin"],
  },
  {
    path: "/dashboard/surveyAdd",
    title: pageTexts.addSurvey,
    file: "pages/dashboard/SurveyAddPage.tsx",
    load: () => import("../pages/dashboard/SurveyAddPage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/surveyor/surveys",
    title: pageTexts.responses,
    file: "pages/dashboard/OwnSurveysPage.tsx",
    load: () => import("../pages/dashboard/OwnSurveysPage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/admin/responses",
    title: pageTexts.responses,
    file: "pages/dashboard/ResponsesPage.tsx",
    load: () => import("../pages/dashboard/ResponsesPage.tsx"),
    access: ["admin"],
  },
  {
    path: "/dashboard/surveyor/surveys/:id",
    title: null,
    file: "pages/dashboard/SurveyResponsesPage.tsx",
    load: () => import("../pages/dashboard/SurveyResponsesPage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/surveyor/invitations/:id",
    title: null,
    file: "pages/dashboard/InvitationsPage.tsx",
    load: () => import("../pages/dashboard/InvitationsPage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/surveyor/allupdate",
    title: pageTexts.updateSurvey,
    file: "pages/dashboard/UpdateSurveysPage.tsx",
    load: () => import("../pages/dashboard/UpdateSurveysPage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/surveyor/update/:id",
    title: pageTexts.updateSurvey,
    file: "pages/dashboard/SurveyUpdatePage.tsx",
    load: () => import("../pages/dashboard/SurveyUpdatePage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/surveyor/feedbacks",
    title: pageTexts.feedbacks,
    file: "pages/dashboard/FeedbacksPage.tsx",
    load: () => import("../pages/dashboard/FeedbacksPage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/surveyor/feedback/:id",
    title: pageTexts.feedback,
    file: "pages/dashboard/FeedbackPage.tsx",
    load: () => import("../pages/dashboard/FeedbackPage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/webhooks",
    title: pageTexts.webhooks,
    file: "pages/dashboard/WebhooksPage.tsx",
    load: () => import("../pages/dashboard/WebhooksPage.tsx"),
    access: ["surveyor", "admin"],
  },
  {
    path: "/dashboard/audit",
    title: pageTexts.auditLog,
    file: "pages/dashboard/AuditPage.tsx",
    load: () => import("../pages/dashboard/AuditPage.tsx"),
    access: ["admin"],
  },
  {
    path: "/dashboard/user/surveys",
    title: pageTexts.participations,
    file: "pages/dashboard/ParticipationsPage.tsx",
    load: () => import("../pages/dashboard/ParticipationsPage.tsx"),
    access: "signedIn",
  },
  {
    path: "/dashboard/user/my-reports",
    title: pageTexts.reported,
    file: "pages/dashboard/OwnReportsPage.tsx",
    load: () => import("../pages/dashboard/OwnReportsPage.tsx"),
    access: "signedIn",
  },
  {
    path: "/dashboard/user/comments",
    title: pageTexts.commented,
    file: "pages/dashboard/OwnCommentsPage.tsx",
    load: () => import("../pages/dashboard/OwnCommentsPage.tsx"),
    access: "signedIn",
  },
  {
    path: "/dashboard/user/paymentHistory",
    title: pageTexts.payment,
    file: "pages/dashboard/PaymentsPage.tsx",
    load: () => import("../pages/dashboard/PaymentsPage.tsx"),
    access: ["admin"],
  },
  {
    path: "/dashboard/user/pro/paymentHistory",
    title: pageTexts.paymentHistory,
    file: "pages/dashboard/OwnPaymentsPage.tsx",
    load: () => import("../pages/dashboard/OwnPaymentsPage.tsx"),
    access: "signedIn",
  },
];

/** The dashboard's routes, all in one layout. */
export const dashboardRoutes: readonly Route[] = pages.map((page) => ({ ...page, frame }));
