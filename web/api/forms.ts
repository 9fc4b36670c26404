import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import { useEffect } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import * as z from "zod/mini";
import { type DraftStorage, readDraft, useDraftOwner, writeDraft } from "../ui/draft.ts";

// The content security policy forbids eval, and zod's test for it would be reported as a violation.
z.config({ jitless: true });

/**
 * A form validated by a schema of the contract, the same one that the server uses: on submit, then on every change
 * (spec §5). The error summary takes the focus, so the first field does not.
 */
export function useContractForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> {
  // Through Standard Schema: the resolver for zod descends into unions instead of using their message.
  return useForm<In, unknown, Out>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    shouldFocusError: false,
  });
}

/** Stores what is typed, except `secret` fields, and restores it when the form is opened again. */
export function useDraft<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  place: DraftStorage,
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
        const draftValues = Object.entries(values).filter(([name]) => !secret.includes(name as Path<In>));
        writeDraft(place, key, Object.fromEntries(draftValues));
      },
    });
  }, [key, owner]);
}

/** The form's errors for the summary, in the order of `fields`. */
export function summaryOf<In extends FieldValues>(
  errors: FieldErrors<In>,
  fields: readonly Path<In>[],
): { field: string; message: string }[] {
  return fields.flatMap((field) => {
    const message = errors[field]?.message;
    return typeof message === "string" ? [{ field, message }] : [];
  });
}
