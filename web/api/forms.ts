import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  type UseFormSetError,
  useForm,
} from "react-hook-form";
import * as z from "zod/mini";
import { type DraftPlace, readDraft, useDraftOwner, writeDraft } from "../ui/draft.ts";
import { ApiRequestError } from "./api.ts";
import { failureOf } from "./failure.ts";

// The page's policy forbids eval, and a mere attempt would be reported.
z.config({ jitless: true });

/**
 * A form held to a schema of the contract, the very one that the server parses with: checked on submit, then on every
 * change (spec §5). The error summary takes the focus, so the first field does not.
 */
export function useContractForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  // By the standard interface: the resolver made for zod digs in unions for a message instead of taking theirs.
  return useForm<In, unknown, Out>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    shouldFocusError: false,
  });
}

/** Keeps what is typed, all but `secret` fields, and puts it back when the form is come to again. */
export function useDraft<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  place: DraftPlace,
  key: string,
  secret: readonly Path<In>[] = [],
): void {
  const owner = useDraftOwner();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft of one form and one person, read once
  useEffect(() => {
    const draft = readDraft<In>(place, key);
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const kept = Object.entries(values).filter(([name]) => !secret.includes(name as Path<In>));
        writeDraft(place, key, Object.fromEntries(kept));
      },
    });
  }, [key, owner]);
}

/** The form's errors as the summary lists them, in the order of `fields`. */
export function summaryOf<In extends FieldValues>(
  errors: FieldErrors<In>,
  fields: readonly Path<In>[],
): { field: string; message: string }[] {
  return fields.flatMap((field) => {
    const message = errors[field]?.message;
    return typeof message === "string" ? [{ field, message }] : [];
  });
}

/**
 * Puts the server's no beside its fields. Answers what remains to be said of the form as a whole.
 * @param ifUnknown said when the server may have done it all the same
 */
export function applyFieldErrors<In extends FieldValues>(
  error: unknown,
  fields: readonly Path<In>[],
  setError: UseFormSetError<In>,
  ifUnknown?: string,
): string | null {
  if (!(error instanceof ApiRequestError)) return failureOf(error, ifUnknown).text;
  const placed = (error.problem.errors ?? []).filter(({ field, message }) => {
    const known = fields.find((each) => each === field);
    if (known) setError(known, { message });
    return known !== undefined;
  });
  return placed.length > 0 ? null : error.message;
}
