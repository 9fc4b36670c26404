import { toast } from "../ui/toast.ts";
import { failureOf } from "./failure.ts";

/** The callbacks of a mutation whose result is shown in a toast. */
export const toastResult = (done: string) => ({
  onSuccess: () => void toast(done),
  onError: (error: Error) => void toast(failureOf(error).text, "error"),
});
