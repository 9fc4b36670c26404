import type { FastifyInstance } from "fastify";
import type { MainDatabase } from "../database/database.ts";
import type { RegisterEndpoint } from "./endpoints.ts";
import type { Jobs } from "./jobs.ts";

/** What a feature needs to serve its endpoints and to run its jobs. */
export interface Server {
  app: FastifyInstance;
  registerEndpoint: RegisterEndpoint;
  database: MainDatabase;
  jobs: Jobs;
}
