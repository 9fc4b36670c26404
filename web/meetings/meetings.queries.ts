import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import {
  addDraft,
  changeDraft,
  deleteDraft,
  endQuestionSoon,
  openQuestion,
  orderDrafts,
  repeatQuestion,
  takeBackQuestion,
} from "@survey-app/contract/meetings/meetingQuestions.ts";
import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import {
  changeMeeting,
  createMeeting,
  type Draft,
  deleteMeeting,
  endMeeting,
  getManagedMeeting,
  listMeetings,
  type ManagedMeeting,
  renewWall,
  sendCorrection,
  takeDownMeeting,
} from "@survey-app/contract/meetings/meetings.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { privateListQuery } from "../api/privateListQuery.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

/** The meetings of the user with this id. */
export const ownMeetings = (userId: string) =>
  privateListQuery(["meetings", "own", userId], listMeetings, { query: {} });

/**
 * The interval at which the owner's page reads its meeting again, in ms: votes come in, and the owner may have opened
 * it elsewhere, too.
 */
const POLL_MS: Record<OpenedQuestion["state"] | "between", number> = {
  open: 1500,
  ended: 1000,
  closed: 10_000,
  takenBack: 10_000,
  takenDown: 10_000,
  between: 10_000,
};

/** A meeting as its owner keeps it. */
export const managedMeeting = (meetingId: string) =>
  queryOptions({
    ...privateQuery(["meetings", "managed", meetingId], getManagedMeeting, { params: { meeting: meetingId } }),
    refetchInterval: ({ state: { data } }: { state: { data?: ManagedMeeting | undefined } }) =>
      // An admin's page of another user's meeting isn't read again, because each reading would close its open dialog.
      !data || data.endedAt ? false : POLL_MS[data.question?.state ?? "between"],
  });

/**
 * The interval at which the owner's page asks for the code of the wall again, in ms: before the first opening that
 * keeps it working.
 */
const KEEP_MS = 10 * 60_000;

/** The code of the wall of a meeting, which this query creates. A query, because the meeting keeps its code. */
export const wallOf = (meetingId: string) =>
  queryOptions({
    // Not below `KEY`: the owner's actions don't change a code.
    ...privateQuery(["meetingWalls", meetingId], renewWall, { params: { meeting: meetingId } }),
    refetchInterval: KEEP_MS,
  });

const KEY = ["meetings"] as const;

type BodyOf<E extends Parameters<typeof api>[0]> = RequestOf<E> extends { body: infer Body } ? Body : never;

export const useCreateMeeting = () =>
  useInvalidatingMutation((body: BodyOf<typeof createMeeting>) => api(createMeeting, { body }), KEY);

export const useChangeMeeting = (meeting: string) =>
  useInvalidatingMutation(
    (body: BodyOf<typeof changeMeeting>) => api(changeMeeting, { params: { meeting }, body }),
    KEY,
  );

export const useSendCorrection = (meeting: string) =>
  useInvalidatingMutation((version: number) => api(sendCorrection, { params: { meeting }, body: { version } }), KEY);

export const useDeleteMeeting = (meeting: string) =>
  useInvalidatingMutation(() => api(deleteMeeting, { params: { meeting } }), KEY);

export const useEndMeeting = (meeting: string) =>
  useInvalidatingMutation(() => api(endMeeting, { params: { meeting } }), KEY);

/** For an admin, of another user's meeting. */
export const useTakeDown = (meeting: string) =>
  useInvalidatingMutation(
    (body: BodyOf<typeof takeDownMeeting>) => api(takeDownMeeting, { params: { meeting }, body }),
    KEY,
  );

export const useAddDraft = (meeting: string) =>
  useInvalidatingMutation((body: BodyOf<typeof addDraft>) => api(addDraft, { params: { meeting }, body }), KEY);

export const useChangeDraft = (meeting: string, draft: string) =>
  useInvalidatingMutation(
    (body: BodyOf<typeof changeDraft>) => api(changeDraft, { params: { meeting, draft }, body }),
    KEY,
  );

export const useDeleteDraft = (meeting: string) =>
  useInvalidatingMutation(({ _id: draft }: Draft) => api(deleteDraft, { params: { meeting, draft } }), KEY);

export const useOrderDrafts = (meeting: string) =>
  useInvalidatingMutation((drafts: string[]) => api(orderDrafts, { params: { meeting }, body: { drafts } }), KEY);

export const useOpenQuestion = (meeting: string) =>
  useInvalidatingMutation((body: BodyOf<typeof openQuestion>) => api(openQuestion, { params: { meeting }, body }), KEY);

export const useTakeBack = (meeting: string) =>
  useInvalidatingMutation((n: number) => api(takeBackQuestion, { params: { meeting, n } }), KEY);

export const useEndSoon = (meeting: string) =>
  useInvalidatingMutation((n: number) => api(endQuestionSoon, { params: { meeting, n } }), KEY);

export const useRepeat = (meeting: string) =>
  useInvalidatingMutation(
    ({ n, reason }: { n: number; reason: string }) => api(repeatQuestion, { params: { meeting, n }, body: { reason } }),
    KEY,
  );
