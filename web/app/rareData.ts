import { legalText } from "../legal/legal.queries.ts";
import { recordOf } from "../meetingRoom/record.queries.ts";
import { publicMeeting } from "../meetings/publicMeeting.ts";
import { roomOf } from "../presenting/rooms.queries.ts";
import { seriesOf } from "../results/series.queries.ts";
import { shortAddressesOf } from "../sharing/shortAddresses.queries.ts";
import { loadUnpublication } from "../surveys/moderation.queries.ts";
import { oneSurvey, surveyHistory } from "../surveys/surveys.queries.ts";
import type { PreloadContext } from "./route.ts";

type Load = (context: PreloadContext) => Promise<unknown>;

/** The data that a page needs first, for pages that few people open first. */

export const series: Load = ({ client, params: { survey = "" } }) => client.fetchQuery(seriesOf(survey));
export const room: Load = ({ client, params: { survey = "" } }) => client.fetchQuery(roomOf(survey));
export const meeting: Load = ({ client, params: { meeting = "" } }) => client.fetchQuery(publicMeeting(meeting));
export const meetingRecord: Load = ({ client, params: { meeting = "" } }) => client.fetchQuery(recordOf(meeting));
export const privacy: Load = ({ client }) => client.fetchQuery(legalText("privacy"));
export const terms: Load = ({ client }) => client.fetchQuery(legalText("terms"));
export const accessibility: Load = ({ client }) => client.fetchQuery(legalText("accessibility"));

/** The survey with its votes by day, or why visitors can't see it. */
export const results: Load = ({ client, params: { id = "" } }) => {
  const survey = client.fetchQuery(oneSurvey(id, null));
  return Promise.all([
    survey.catch((missing) => loadUnpublication(client, id, missing)),
    survey.then((loaded) => client.prefetchQuery(surveyHistory(loaded, null))),
  ]);
};

/** The survey with its short addresses, or why visitors can't see it. */
export const shared: Load = ({ client, params: { id = "" } }) =>
  Promise.all([
    client.fetchQuery(oneSurvey(id, null)).catch((missing) => loadUnpublication(client, id, missing)),
    // Optional: the page renders without them.
    client.prefetchQuery(shortAddressesOf(id)),
  ]);
