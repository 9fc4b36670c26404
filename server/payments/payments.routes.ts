import * as payments from "@survey-app/contract/payments.ts";
import type { Database } from "../database/database.ts";
import type { Serve } from "../http/serve.ts";
import { listPayments } from "./payments.sql.ts";

export function servePayments(serve: Serve, database: Database): void {
  serve(payments.all, ({ query }) => listPayments(database, null, query));
  serve(payments.own, ({ params, query }) => listPayments(database, params.email, query));
}
