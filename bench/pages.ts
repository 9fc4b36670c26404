import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { listLatestSurveys, listPublishedSurveys } from "@survey-app/contract/surveys/surveys.ts";
import type { Ours } from "./engines.ts";
import { requestBytes } from "./load.ts";
import { compete, type Pace, type Score } from "./rounds.ts";
import { startServer } from "./servers.ts";

/** Visitors' page reads per second, compared with the same bytes from memory. */
export async function measurePages(ours: Ours, pace: Pace): Promise<Record<string, Score[]>> {
  const address = `http://127.0.0.1:${ours.server.port}`;
  const [survey] = (await (await fetch(address + API_PREFIX + listLatestSurveys.path)).json()) as { _id: string }[];
  const paths = {
    "home page": "/",
    "survey page": `/surveydetails/${survey?._id}`,
    "listing, JSON": `${API_PREFIX}${listPublishedSurveys.path}`,
  };
  const scores: Record<string, Score[]> = {};
  for (const [what, path] of Object.entries(paths)) {
    const still = await startServer("bench/bareServer.ts", { args: ["static", address + path] });
    const requests = () => [requestBytes("GET", path)];
    try {
      scores[what] = await compete(
        [
          { name: "the same bytes, static", port: still.port, requests, options: { repeat: true } },
          { name: "our server", port: ours.server.port, requests, options: { repeat: true } },
        ],
        pace,
      );
    } finally {
      await still.stop();
    }
  }
  return scores;
}
