import { getOperations } from "@survey-app/contract/operations.ts";
import { privateQuery } from "../api/privateQuery.ts";

/** What an operator watches. */
export const operations = () => privateQuery(["operations"], getOperations, {});
