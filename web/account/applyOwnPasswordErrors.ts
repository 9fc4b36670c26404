import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiRequestError } from "../api/api.ts";
import { applyFieldErrors } from "../api/failure.ts";

/**
 * Like `applyFieldErrors`, for forms that ask for the user's own password: a wrong password is shown beside its field.
 */
export function applyOwnPasswordErrors<In extends FieldValues & { password?: string | null | undefined }>(
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
