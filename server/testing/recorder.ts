import { SURVEY_EVENT_HANDLERS } from "../appParts.ts";
import { createSurveyRecorder, type RecordSurveyEvent, type SurveyEvent } from "../events/surveyEvents.ts";

/**
 * Records events of surveys as the app does.
 * @param onEvent is called with each, after its effects and before the commit
 */
export const recorder = (onEvent: (event: SurveyEvent) => void = () => {}): RecordSurveyEvent =>
  createSurveyRecorder([...SURVEY_EVENT_HANDLERS, async (_tx, event) => onEvent(event)], { emit: () => {} });
