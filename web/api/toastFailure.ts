import { toast } from "../ui/toast.ts";
import { failureOf } from "./failure.ts";

/**
 * Says in a toast why something failed, where no form does. In a file of its own, because pages without the app don't
 * have toasts.
 */
export const toastFailure = (error: unknown) => void toast(failureOf(error).text, "error");
