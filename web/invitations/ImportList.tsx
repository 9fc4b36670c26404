import type { IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { type ChangeEvent, type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { WorkProgress } from "../ui/WorkProgress.tsx";
import { HeadingQuestion } from "./HeadingQuestion.tsx";
import { ImportReport } from "./ImportReport.tsx";
import { forgetKeptList, readKeptList, SHOWN_MAX } from "./keptList.ts";
import type { ListRow } from "./listResult.ts";
import { LIST_BYTES_MAX, type Reading, readList, readListFile } from "./readList.ts";
import { type ImportTarget, useImport } from "./useImport.ts";
import { TakeFromList } from "./voterLists/TakeFromList.tsx";

interface ImportListProps {
  /** The list to which the people are added; stable. */
  target: ImportTarget;
  /** The survey or meeting for which a list was pasted while it was asked. */
  surveyId?: string;
  hint?: string;
  /** Called with codes that are shown only once. */
  onCodes: (codes: IssuedCode[]) => void;
  /** Called with whether people are being added, or the adding has stopped midway. */
  onAdding: (isAdding: boolean) => void;
  /** Called once all people of a list were added. */
  onAdded?: () => void;
}

/**
 * Adds people from a pasted or uploaded list: checked first, with the errors in each row; stored when confirmed. A list
 * that was pasted while the question was asked is checked immediately, and stored if there are no errors.
 */
export function ImportList(props: ImportListProps) {
  const { target, surveyId, hint = invitationTexts.pasteHint, onCodes, onAdding, onAdded } = props;
  const { step, check, add, showCodes, codesMade, edit } = useImport(target, onCodes);
  const [kept] = useState(() => (surveyId === undefined ? "" : readKeptList(surveyId)));
  const [text, setText] = useState(kept);
  const [error, setError] = useState<string>();
  /** A list whose first row may be headings that nothing recognizes. */
  const [asked, setAsked] = useState<{ list: string; row: string } | null>(null);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isAdding = step.kind === "adding" || step.kind === "stopped";
  useLeaveGuard(isAdding);
  useEffect(() => onAdding(isAdding), [onAdding, isAdding]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (kept !== "") void take(kept);
  }, []);
  const isClean = kept !== "" && step.kind === "checked" && step.leftOut.length + step.known.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the check has ended
  useEffect(() => {
    if (isClean) confirm(step.rows);
  }, [isClean]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list
  useEffect(() => {
    if (step.kind !== "added") return;
    if (surveyId !== undefined) forgetKeptList(surveyId);
    onAdded?.();
  }, [step.kind, surveyId]);

  async function take(list: string, firstRow?: Reading["firstRow"]) {
    const read = readList(list, { ...(firstRow && { firstRow }), hasGroups: target.hasGroups });
    setAsked(typeof read === "string" || read.maybeHeadings === null ? null : { list, row: read.maybeHeadings });
    if (typeof read !== "string") {
      setError(undefined);
      return read.maybeHeadings === null ? check(read) : undefined;
    }
    setError(list.trim() === "" ? invitationTexts.listRequired : invitationTexts.unreadable[read]);
    field.current?.focus();
  }

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    if (!file) return;
    const content = await readListFile(file);
    // Browsers fire no event when the same file is chosen again.
    currentTarget.value = "";
    if ("problem" in content) return setError(invitationTexts.unreadable[content.problem]);
    setText(content.text.length <= SHOWN_MAX ? content.text : "");
    await take(content.text);
  }

  function confirm(rows: ListRow[]) {
    setText("");
    void add(rows);
  }

  function back() {
    setAsked(null);
    edit();
    // Deferred, because the field is rendered again first.
    setTimeout(() => field.current?.focus());
  }

  if (step.kind === "checking" || step.kind === "adding") {
    const label = step.kind === "checking" ? invitationTexts.checking : invitationTexts.adding;
    return (
      <FocusedGroup key={step.kind} labelledBy={id} className="flex flex-wrap items-center gap-3">
        <p id={id}>{label}</p>
        <WorkProgress label={label} done={step.done} total={step.total} />
      </FocusedGroup>
    );
  }
  if (asked)
    return <HeadingQuestion row={asked.row} onAnswer={(firstRow) => void take(asked.list, firstRow)} onBack={back} />;
  if (step.kind === "checked")
    return <ImportReport {...step} withoutAddress={target.withoutAddress} onAdd={confirm} onBack={back} />;
  if (step.kind === "stopped")
    return (
      <FocusedGroup key={step.kind} labelledBy={id} className="space-y-4">
        <ErrorPanel text={step.failure} />
        <p id={id}>{invitationTexts.stopped(step.done, step.total)}</p>
        <div className="flex flex-wrap gap-3">
          {step.canContinue ? (
            <Button onClick={() => void add(step.rest, step.done)}>{invitationTexts.goOn}</Button>
          ) : (
            codesMade() === 0 && <Button onClick={back}>{invitationTexts.back}</Button>
          )}
          {codesMade() > 0 && (
            <Button look={step.canContinue ? "quiet" : "main"} onClick={showCodes}>
              {invitationTexts.showCodes(codesMade())}
            </Button>
          )}
        </div>
      </FocusedGroup>
    );
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void take(text);
      }}
      className="space-y-4"
    >
      {step.kind === "added" && (
        <FocusedGroup labelledBy={id} className="rounded-xl bg-accent-soft px-4 py-3">
          <p id={id}>{invitationTexts.added(step.count)}</p>
        </FocusedGroup>
      )}
      {step.kind === "editing" && step.failure && <ErrorPanel text={step.failure} />}
      <TextArea
        ref={field}
        label={invitationTexts.paste}
        hint={hint}
        name="people"
        rows={6}
        placeholder={invitationTexts.pasteExample}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error}
      />
      {surveyId !== undefined && (
        <TakeFromList
          max={LIST_BYTES_MAX}
          onTaken={(taken) => {
            setText(taken.length <= SHOWN_MAX ? taken : "");
            void take(taken);
          }}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <label className="text-sm">
          <span className="me-3 text-muted">{invitationTexts.orFile}</span>
          <input
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void choose(event)}
            className="max-w-full file:me-3 file:min-h-9 file:rounded-lg file:border file:border-solid file:border-line-strong file:bg-surface file:px-3 file:font-semibold"
          />
        </label>
        <Button type="submit">{invitationTexts.check}</Button>
      </div>
    </form>
  );
}
