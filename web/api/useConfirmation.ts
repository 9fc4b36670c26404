import type { UseMutationResult } from "@tanstack/react-query";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { failureOf } from "./failure.ts";

interface Confirmation<Response, Subject> {
  /** The subject of the mutation; null while the dialog is closed. */
  subject: Subject | null;
  /** Tells the user that the action is done. */
  onDone: (subject: Subject, response: Response) => void;
  onClose: () => void;
  /** The message if the server may have carried out the action although no response arrived. */
  ifUnknown?: string;
}

/** The props of a `ConfirmDialog` that runs a mutation: success closes the dialog, a failure is shown in it. */
export function useConfirmation<Response, Subject>(
  mutation: UseMutationResult<Response, Error, Subject>,
  { subject, onDone, onClose, ifUnknown }: Confirmation<Response, Subject>,
) {
  function close() {
    mutation.reset();
    onClose();
  }

  async function confirm() {
    if (subject === null || mutation.isPending) return;
    let response: Response;
    try {
      response = await mutation.mutateAsync(subject);
    } catch {
      return; // The dialog shows the error.
    }
    close();
    onDone(subject, response);
    catchLostFocus();
  }

  return {
    isOpen: subject !== null,
    isBusy: mutation.isPending,
    failure: mutation.error && failureOf(mutation.error, ifUnknown).text,
    onConfirm: () => void confirm(),
    onClose: close,
  };
}
