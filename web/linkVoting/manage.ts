// Shows the way to the survey's own page to its owners and admins, to whom alone the server sends the owner's address unmasked.
import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { apiWithBearer } from "../api/api.ts";
import { readToken } from "../api/token.ts";
import { part } from "../sharing/showTotals.ts";

/** Stands in every masked address (`maskedEmail`). */
const MASK = "•••";

const { survey = "" } = document.body.dataset;
const { email } = await apiWithBearer(readToken(), getSurvey, { params: { id: survey } });
part("manage")?.toggleAttribute("hidden", email.includes(MASK));
