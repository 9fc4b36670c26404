import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { draftOwner } from "../ui/draft.ts";
import { useStore } from "../ui/useStore.ts";
import type { ApiRequestError } from "./api.ts";
import { failureOf } from "./failure.ts";

/** The messages of fields, and of values inside a field by their paths: `translations.0.Title`. */
export type FieldErrors<Values> = { [Field in keyof Values & string]?: string } & {
  [Path in `${keyof Values & string}.${string}`]: string;
};

/** The fields that hold text. */
type TextFieldOf<Values> = {
  [Field in keyof Values & string]: Values[Field] extends string | null | undefined ? Field : never;
}[keyof Values & string];

/** The storage of the text typed into a form. The form clears it once it is sent. */
export interface FormDraft<Values> {
  /** Each draft has its own key. */
  key: string;
  /** The stored values, which replace those of the form. */
  read: (values: Values) => Partial<Values> | null;
  store: (values: Values) => void;
  /** Missing where the sent values decide which drafts to clear. */
  clear?: () => void;
}

export interface FormOptions<Values> {
  /** The first values, in the order of the fields. */
  initial: Values;
  /** Adds choices made before hydration in fields whose names differ from the values that they set. */
  withChosen?: (fields: FormData, values: NoInfer<Values>) => NoInfer<Values>;
  draft?: FormDraft<NoInfer<Values>>;
  /**
   * The errors that can be named before anything is sent; the server checks the rest. `bySchema` checks by the
   * contract.
   */
  check: (values: Values) => FieldErrors<Values>;
  /**
   * @throws {ApiRequestError} with errors of fields, as `rejectedFields` creates it; anything else is an error of the
   *   whole form
   */
  send: (values: Values) => Promise<unknown>;
  /**
   * The message if the server may have carried out the action although no response arrived; by default a general one.
   */
  ifUnknown?: string;
}

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>;

/**
 * A form. It is checked when it is submitted, and after the first failure with every change (specification §5). The
 * server's errors stay beside their fields until the field changes. A failed attempt to send it focuses the first wrong
 * field.
 */
export function useForm<Values extends object>({
  initial,
  withChosen,
  draft,
  check,
  send,
  ifUnknown,
}: FormOptions<Values>) {
  const [values, setValues] = useState(initial);
  /** A ref, because two changes may come before the next rendering, and changes while the form is being sent. */
  const latest = useRef(initial);
  /** The server's messages by the paths of fields. */
  const [rejected, setRejected] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const owner = useStore(draftOwner);
  const isOpen = useRef(true);
  const errors = (attempt > 0 ? { ...rejected, ...check(values) } : {}) as FieldErrors<Values>;

  useEffect(() => {
    // Not if the user types into a field, or if the summary of errors has taken the focus: effects of children run
    // first.
    const isElsewhere = document.activeElement?.matches("[role=group], input, textarea, select");
    if (attempt > 0 && !isElsewhere) ref.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft of one form and one person, read once
  useLayoutEffect(() => {
    const typed: Record<string, unknown> = { ...(latest.current as object) };
    // A field can be filled before hydration.
    const fields = new FormData(ref.current ?? undefined);
    for (const [name, text] of fields) if (typeof typed[name] === "string") typed[name] = text;
    const values = withChosen?.(fields, typed as Values) ?? (typed as Values);
    show({ ...values, ...draft?.read(values) });
  }, [draft?.key, owner]);

  useLayoutEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  function show(next: Values) {
    latest.current = next;
    setValues(next);
  }

  /** Whether the form can be sent; otherwise shows why not. */
  function validate(): boolean {
    setRejected({});
    setProblem(null);
    const isValid = Object.keys(check(latest.current)).length === 0;
    if (!isValid) setAttempt(attempt + 1);
    return isValid;
  }

  async function submit() {
    if (!validate()) return;
    setBusy(true);
    try {
      await send(latest.current);
      draft?.clear?.();
    } catch (error) {
      const placed = placedErrors(error, initial);
      setRejected(placed);
      if (Object.keys(placed).length === 0) setProblem(failureOf(error, ifUnknown).text);
      setAttempt(attempt + 1);
    }
    setBusy(false);
  }

  function change<Field extends keyof Values & string>(field: Field, value: Values[Field]) {
    show({ ...latest.current, [field]: value });
    // Work that one person began here, such as reading a picture, can end when the next person has the tab.
    if (isOpen.current) draft?.store(latest.current);
    setRejected((all) => Object.fromEntries(Object.entries(all).filter(([path]) => fieldOf(path) !== field)));
  }

  return {
    values,
    /** The values after the last change, for code that has waited. */
    latest,
    errors,
    /** The error of the whole form. */
    problem,
    /** The number of failed attempts to send it. */
    attempt,
    isBusy,
    validate,
    change,
    /** Replaces the typed values. */
    show,
    /** Drops the typed values, their errors and the failed attempts. */
    reset: (to = initial) => {
      show(to);
      setRejected({});
      setProblem(null);
      setAttempt(0);
    },
    /** The props of a text field. */
    field: <Field extends TextFieldOf<Values>>(name: Field) => ({
      name,
      value: (values[name] ?? "") as string,
      error: errors[name] as string | undefined,
      onChange: (event: { currentTarget: { value: string } }) =>
        change(name, event.currentTarget.value as Values[Field]),
    }),
    /** For the form element. */
    props: {
      ref,
      noValidate: true,
      // After Back, browsers would fill in texts and choices from before a sign-out. A draft does that for its owner
      // only.
      autoComplete: "off",
      method: "post",
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!isBusy) void submit();
      },
    } as const,
  };
}

/** The server's messages about fields of the form, by their paths. */
function placedErrors(error: unknown, values: object): Record<string, string> {
  const placed: Record<string, string> = {};
  for (const { field, message } of (error as Partial<ApiRequestError>).problem?.errors ?? [])
    if (fieldOf(field) in values) placed[field] = message;
  return placed;
}

/** The field that contains what is at a path: `translations` for `translations.0.Title`. */
export const fieldOf = (path: string): string => path.replace(/\..*/, "");
