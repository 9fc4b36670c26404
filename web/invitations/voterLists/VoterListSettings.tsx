import type { VoterList } from "@survey-app/contract/invitations/voterLists.ts";
import { VOTER_LIST_NAME_MAX } from "@survey-app/contract/text/limits.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { failureOf } from "../../api/failure.ts";
import { MoreRows } from "../../api/MoreRows.tsx";
import { QueryError } from "../../api/QueryError.tsx";
import { useConfirmation } from "../../api/useConfirmation.ts";
import { useForm } from "../../api/useForm.ts";
import { ownSurveys } from "../../managing/managed.queries.ts";
import { useSignedInUser } from "../../session/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { downloadCsv } from "../../ui/downloadCsv.ts";
import { ErrorPanel } from "../../ui/ErrorPanel.tsx";
import { Section } from "../../ui/Section.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toast } from "../../ui/toast.ts";
import { readCopy, useChangeList, useDeleteList } from "./voterLists.queries.ts";

/** The settings of a list for its owner: its name, who shares it, and its end. */
export function VoterListSettings({ list }: { list: VoterList }) {
  const { email } = useSignedInUser();
  const own = useInfiniteQuery(ownSurveys(email));
  const change = useChangeList(list);
  const [deleted, setDeleted] = useState<VoterList | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const confirmation = useConfirmation(useDeleteList(), {
    subject: deleted,
    onDone: ({ name }) => {
      toast(listTexts.deleted(name));
      navigate("/dashboard/lists");
    },
    onClose: () => setDeleted(null),
  });
  const form = useForm({
    initial: { name: list.name, sharedWith: list.sharedWith?.surveyId ?? "" },
    check: ({ name }): { name?: string } => (name.trim() ? {} : { name: listTexts.nameRequired }),
    send: async ({ name, sharedWith }) => {
      await change.mutateAsync({ name, sharedWith: sharedWith || null });
      toast(listTexts.saved);
    },
  });
  const surveys = own.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const { sharedWith } = list;
  const others = sharedWith && !surveys.some(({ _id }) => _id === sharedWith.surveyId) ? [sharedWith] : [];
  const download = async () => {
    setProblem(null);
    try {
      const people = await readCopy(list._id, []);
      const records = people.map((person) => [person.email, person.label, person.group]);
      downloadCsv(listTexts.file, [["email", "name", "group"], ...records]);
    } catch (error) {
      setProblem(failureOf(error).text);
    }
  };
  return (
    <Section title={listTexts.settings}>
      <form {...form.props} className="max-w-prose space-y-4">
        {form.problem && <ErrorPanel text={form.problem} />}
        <TextField label={listTexts.name} limit={VOTER_LIST_NAME_MAX} autoComplete="off" {...form.field("name")} />
        <Select
          label={listTexts.shareWith}
          name="sharedWith"
          value={form.values.sharedWith}
          options={[
            { value: "", label: listTexts.onlyYou },
            ...others.map(({ surveyId, Title, language }) => ({ value: surveyId, label: Title, lang: language })),
            ...surveys.map(({ _id, Title, language }) => ({ value: _id, label: Title, lang: language })),
          ]}
          onChange={(surveyId) => form.change("sharedWith", surveyId)}
        />
        {!own.data && own.isError && <QueryError query={own} />}
        <p className="text-sm text-muted">{listTexts.shareText}</p>
        {own.hasNextPage && <MoreRows query={own} />}
        <Button type="submit" look="quiet" busy={form.isBusy}>
          {listTexts.save}
        </Button>
      </form>
      {problem && <ErrorPanel text={problem} />}
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" small onClick={() => void download()}>
          {listTexts.download}
        </Button>
        <Button look="plain" small aria-haspopup="dialog" onClick={() => setDeleted(list)}>
          <span className="text-danger">{listTexts.remove}</span>
        </Button>
      </div>
      <ConfirmDialog title={listTexts.deleteTitle} label={listTexts.remove} look="danger" {...confirmation}>
        {listTexts.deleteText(list.name)}
      </ConfirmDialog>
    </Section>
  );
}
