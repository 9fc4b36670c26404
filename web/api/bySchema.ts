import type { ErrorCode } from "@survey-app/contract/http/errors.ts";
import * as z from "zod/mini";
import { ApiRequestError } from "./api.ts";
import { rejectedFields } from "./rejectedFields.ts";
import type { FieldErrors, FormOptions } from "./useForm.ts";

// The content security policy forbids eval, and zod's test for it would be reported as a violation.
z.config({ jitless: true });

/**
 * Checks a form by a schema of the contract, the same one that the server uses, and sends the values as the schema
 * parses them.
 * @param codes the fields beside which errors with these codes are shown
 */
export function bySchema<Values, Valid>(
  schema: z.ZodMiniType<Valid, Values>,
  send: (valid: Valid) => Promise<unknown>,
  codes: { [code in ErrorCode]?: keyof Values & string } = {},
): Pick<FormOptions<Values>, "check" | "send"> {
  return {
    check: (values) => schemaErrors(schema, values),
    async send(values) {
      try {
        return await send(z.parse(schema, values));
      } catch (error) {
        const field = error instanceof ApiRequestError ? codes[error.problem.code] : undefined;
        throw field ? rejectedFields({ [field]: (error as Error).message }) : error;
      }
    },
  };
}

/** The schema's first error at each path. */
export function schemaErrors<Values>(schema: z.ZodMiniType<unknown, Values>, values: Values): FieldErrors<Values> {
  const errors: Record<string, string> = {};
  for (const { path, message } of z.safeParse(schema, values).error?.issues ?? []) errors[path.join(".")] ??= message;
  return errors as FieldErrors<Values>;
}
