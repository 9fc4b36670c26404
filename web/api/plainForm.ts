import { type FormEvent, useLayoutEffect, useState } from "react";
import { clearDraft, draftOwner, readDraft, writeDraft } from "../ui/draft.ts";
import { useErrorFocus } from "../ui/useErrorFocus.ts";
import { useStore } from "../ui/useStore.ts";
import { applyFieldErrors } from "./failure.ts";

type Errors<Values> = { [Field in keyof Values]?: string };

interface PlainFormOptions<Values> {
  /** The key of the draft, which lasts until the tab is closed or the form is sent. */
  draft?: string;
  empty: Values;
  /** The errors that can be named before anything is sent; the server checks the rest. */
  check: (values: Values) => Errors<Values>;
  send: (values: Values) => Promise<void>;
  /** The message if the server may have carried out the action although no response arrived; by default a general one. */
  ifUnknown?: string;
}

/**
 * A form of one or two fields for pages that most people only read. It does without the validation libraries (28 kB) of
 * `useContractForm`, but also validates on submit, then on every change, and keeps a draft.
 */
export function usePlainForm<Values extends Record<string, string>>(options: PlainFormOptions<Values>) {
  const { draft, empty, check, send, ifUnknown } = options;
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const ref = useErrorFocus(attempt);
  const [isSending, setSending] = useState(false);
  const owner = useStore(draftOwner);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft of one form and one person, read once
  useLayoutEffect(() => {
    // A field can be filled before hydration.
    const filled = Object.fromEntries(new FormData(ref.current ?? undefined)) as Partial<Values>;
    const kept = draft === undefined ? null : readDraft<Values>("session", draft);
    setValues((before) => ({ ...before, ...filled, ...kept }));
  }, [draft, owner]);

  async function submit() {
    const found = check(values);
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0) return setAttempt(attempt + 1);
    setSending(true);
    try {
      await send(values);
      if (draft !== undefined) clearDraft("session", draft);
    } catch (error) {
      const put = (field: keyof Values, { message }: { message: string }) =>
        setErrors((others) => ({ ...others, [field]: message }));
      setProblem(applyFieldErrors(error, Object.keys(empty), put, ifUnknown));
      setAttempt(attempt + 1);
    }
    setSending(false);
  }

  function change(field: keyof Values, value: string) {
    const changed = { ...values, [field]: value };
    setValues(changed);
    if (draft !== undefined) writeDraft("session", draft, changed);
    if (attempt > 0) setErrors(check(changed));
  }

  /** Forgets what was typed, its errors and the failed attempts. */
  function reset() {
    setValues(empty);
    setErrors({});
    setProblem(null);
    setAttempt(0);
  }

  return {
    values,
    errors,
    /** The error of the whole form. */
    problem,
    /** How often sending failed. */
    attempt,
    isSending,
    change,
    reset,
    /** The props of a text field. */
    field: <Field extends keyof Values & string>(name: Field) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => change(name, event.currentTarget.value),
    }),
    /** For the form element. */
    props: {
      ref,
      noValidate: true,
      // With Back, a browser would fill in what was typed or picked before a sign-out. A draft does that for its owner only.
      autoComplete: "off",
      method: "post",
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!isSending) void submit();
      },
    } as const,
  };
}
