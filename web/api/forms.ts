import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { ErrorCode } from "@survey-app/contract/errors.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import * as z from "zod/mini";
import type { StoragePlace } from "../ui/browserStorage.ts";
import { draftOwner, readDraft, writeDraft } from "../ui/draft.ts";
import { useErrorFocus } from "../ui/useErrorFocus.ts";
import { useStore } from "../ui/useStore.ts";
import { ApiRequestError } from "./api.ts";
import { applyFieldErrors } from "./failure.ts";

// The content security policy forbids eval, and zod's test for it would be reported as a violation.
z.config({ jitless: true });

/**
 * A form validated by a schema of the contract, the same one that the server uses: on submit, then on every change
 * (specification §5). The error summary takes the focus, so the first field does not.
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

interface SentFormOptions<In extends FieldValues, Out> {
  schema: z.ZodMiniType<Out, In>;
  /** The first values, in the order of the fields. */
  values: DefaultValues<In>;
  send: (values: Out, form: UseFormReturn<In, unknown, Out>) => Promise<void>;
  /** Error codes that belong beside a field, and the field. */
  codes?: { [code in ErrorCode]?: Path<In> };
}

/** A form that is validated, then sent; errors of the server are shown beside their fields. */
export function useSentForm<In extends FieldValues, Out>({ schema, values, send, codes }: SentFormOptions<In, Out>) {
  const form = useContractForm(schema, values);
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting, submitCount } = form.formState;
  const ref = useErrorFocus(submitCount);
  const fields = Object.keys(values) as Path<In>[];
  const submit = form.handleSubmit(async (valid) => {
    setProblem(null);
    try {
      await send(valid, form);
    } catch (error) {
      const field = error instanceof ApiRequestError ? codes?.[error.problem.code] : undefined;
      if (field) form.setError(field, { message: (error as Error).message });
      else setProblem(applyFieldErrors(error, fields, form.setError));
    }
  });
  return {
    ...form,
    /** The error of the whole form. */
    problem,
    summary: summaryOf(errors, fields),
    attempt: submitCount,
    isSubmitting,
    submit,
    /** The props of a field. */
    field: (name: Path<In>) => ({ error: errors[name]?.message as string | undefined, ...form.register(name) }),
    /** For the form element. */
    props: {
      ref,
      noValidate: true,
      method: "post",
      onSubmit: (event: FormEvent) => void submit(event),
    } as const,
  };
}

/**
 * Stores typed values, except `secret` fields, and restores them when the form is opened again. What a visitor typed leaves the form
 * when a user signs in whose drafts are elsewhere: another person may have typed it.
 */
export function useDraft<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  storage: StoragePlace,
  key: string,
  secret: readonly Path<In>[],
): void {
  const owner = useStore(draftOwner);
  const lastOwner = useRef(owner);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft of one form and one person, read once
  useEffect(() => {
    const isAnothers = Boolean(owner) && lastOwner.current === "" && storage === "local";
    lastOwner.current = owner;
    const keep = (values: In) =>
      writeDraft(
        storage,
        key,
        Object.fromEntries(Object.entries(values).filter(([name]) => !secret.includes(name as Path<In>))),
      );
    const draft = owner === null ? null : readDraft<In>(storage, key);
    const { defaultValues } = form.formState;
    const values = isAnothers ? (defaultValues as In) : form.getValues();
    // What was typed before hydration is in the fields, but nothing that watches them knows of it.
    const isTyped = Object.entries(values).some(
      ([name, value]) => typeof value === "string" && value !== "" && value !== get(defaultValues, name),
    );
    if (draft || isTyped || isAnothers) form.reset({ ...values, ...draft }, { keepDefaultValues: true });
    // Until the session is known, what is typed is in the form only, because its owner isn't known.
    if (owner === null) return;
    if (isTyped && !draft) keep(values);
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [storage, key, owner]);
}

/** The form's errors for the summary, in the order of `fields`, which can be paths: `translations.0.Title`. */
export function summaryOf<In extends FieldValues>(
  errors: FieldErrors<In>,
  fields: readonly Path<In>[],
): { field: string; message: string }[] {
  return fields.flatMap((field) => {
    const message: unknown = get(errors, `${field}.message`);
    return typeof message === "string" ? [{ field, message }] : [];
  });
}
