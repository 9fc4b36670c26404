import { toast } from "../ui/toast.ts";
import { failureOf } from "./failure.ts";

/** Says in a toast why something failed, where no form does. Apart from `failureOf`, because pages without the app have no toasts. */
export const toastFailure = (error: unknown) => void toast(failureOf(error).text, "error");
