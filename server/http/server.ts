import type { FastifyInstance } from "fastify";
import type { MainDatabase } from "../database/database.ts";
import type { RegisterEndpoint } from "./endpoints.ts";
import type { Jobs } from "./jobs.ts";

/** The parts with which a feature serves its endpoints and runs its jobs. */
export interface Server {
  app: FastifyInstance;
  registerEndpoint: RegisterEndpoint;
  database: MainDatabase;
  jobs: Jobs;
}
