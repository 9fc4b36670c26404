import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiRequestError } from "../api/api.ts";
import { applyFieldErrors } from "../api/forms.ts";

/** `placeRefusal` for forms that ask for one's own password: that it is wrong is said beside it. */
export function placeOwnRefusal<In extends FieldValues & { password?: string | null | undefined }>(
  error: unknown,
  fields: readonly Path<In>[],
  setError: UseFormSetError<In>,
): string | null {
  if (error instanceof ApiRequestError && error.problem.code === "wrongPassword") {
    setError("password" as Path<In>, { message: error.message });
    return null;
  }
  return applyFieldErrors(error, fields, setError);
}
