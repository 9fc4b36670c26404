import type { DemoRole } from "./people.ts";

/** A route of specification §2.1, copied from it: the role that may open it, its heading and its title. */
export interface SpecRoute {
  path: string;
  role: DemoRole | "visitor";
  heading: RegExp;
  title?: RegExp;
}

/** `{running}` is a running survey of the surveyor, `{feedback}` feedback to the surveyor. */
export const specRoutes: SpecRoute[] = [
  { path: "/", role: "visitor", heading: /^One question/, title: /^Survey App \|\| Home$/ },
  { path: "/surveysPages", role: "visitor", heading: /^All surveys$/i, title: /^Survey App \|\| All Surveys$/ },
  { path: "/login", role: "visitor", heading: /^Login$/, title: /^Survey App \|\| Login$/ },
  { path: "/signup", role: "visitor", heading: /account|signup/i, title: /^Survey App \|\| Signup$/ },
  { path: "/surveydetails/{running}", role: "visitor", heading: /\?$/, title: /^Survey App \|\| .+\?$/ },
  { path: "/membarShip", role: "visitor", heading: /^Membership$/ },
  { path: "/surveys", role: "surveyor", heading: /surveys/i },
  { path: "/vote/{running}", role: "user", heading: /\?$/ },
  { path: "/payment", role: "user", heading: /^Payment$/ },
  { path: "/dashboard/adminHome", role: "admin", heading: /./ },
  { path: "/dashboard/adminHome", role: "surveyor", heading: /./ },
  { path: "/dashboard/adminHome", role: "pro-user", heading: /./ },
  { path: "/dashboard/adminHome", role: "user", heading: /./ },
  { path: "/dashboard/admin/users", role: "admin", heading: /users/i },
  { path: "/dashboard/admin/surveys", role: "admin", heading: /surveys/i },
  { path: "/dashboard/admin/responses", role: "admin", heading: /responses/i },
  { path: "/dashboard/surveyAdd", role: "surveyor", heading: /survey/i },
  { path: "/dashboard/surveyor/surveys", role: "surveyor", heading: /responses/i },
  { path: "/dashboard/surveyor/allupdate", role: "surveyor", heading: /update/i },
  { path: "/dashboard/surveyor/update/{running}", role: "surveyor", heading: /./ },
  { path: "/dashboard/surveyor/surveys/{running}", role: "surveyor", heading: /./ },
  { path: "/dashboard/surveyor/feedback/{feedback}", role: "surveyor", heading: /./ },
  { path: "/dashboard/surveyor/feedbacks", role: "surveyor", heading: /feedback/i },
  { path: "/dashboard/user/paymentHistory", role: "admin", heading: /payment/i },
  { path: "/dashboard/user/pro/paymentHistory", role: "pro-user", heading: /payment/i },
  { path: "/dashboard/user/surveys", role: "user", heading: /participate/i },
  { path: "/dashboard/user/my-reports", role: "user", heading: /report/i },
  { path: "/dashboard/user/comments", role: "pro-user", heading: /comment/i },
];
