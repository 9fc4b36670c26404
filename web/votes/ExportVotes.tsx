import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useEffect, useRef, useState } from "react";
import { type FailureMessage, failureOf } from "../api/failure.ts";
import { Button } from "../ui/Button.tsx";
import { downloadFile } from "../ui/downloadFile.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { WorkProgress } from "../ui/WorkProgress.tsx";
import { fetchVotesCsv } from "./fetchVotesCsv.ts";

interface ExportVotesProps {
  surveyId: string;
  fileName: string;
}

/** Exports all votes on a survey as a CSV file; shows the progress and can be canceled. */
export function ExportVotes({ surveyId, fileName }: ExportVotesProps) {
  const work = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [failure, setFailure] = useState<FailureMessage | null>(null);
  useEffect(() => () => work.current?.abort(), []);

  async function run() {
    const controller = new AbortController();
    work.current = controller;
    setFailure(null);
    setProgress({ done: 0, total: 0 });
    try {
      const file = await fetchVotesCsv(surveyId, (done, total) => setProgress({ done, total }), controller.signal);
      downloadFile(fileName, file, "text/csv;charset=utf-8");
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureOf(error));
    } finally {
      setProgress(null);
    }
  }

  if (failure) return <ErrorPanel {...failure} onRetry={() => void run()} />;
  if (!progress) {
    return (
      <Button look="quiet" small onClick={() => void run()}>
        <Icon path={innerIcons.download} size={16} /> {voteTexts.csvExport}
      </Button>
    );
  }
  return (
    <div className="flex items-center gap-4">
      <WorkProgress label={voteTexts.csvExport} done={progress.done} total={progress.total} />
      <Button look="plain" small onClick={() => work.current?.abort()}>
        {uiTexts.cancel}
      </Button>
    </div>
  );
}
