import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test("the start names variables whose names are nearly those of settings, and no others", () => {
  const misspelled = (given: Record<string, string>) => readConfig(given).misspelled;
  for (const name of ["REGISTRATON", "REGISTRATIONN", "REGISTRATI0N", "REGISTRATOIN"])
    expect(misspelled({ [name]: "closed" })).toEqual([
      `${name} is no setting and is ignored. Did you mean REGISTRATION?`,
    ]);
  expect(misspelled({ REGISTRATION: "closed", REGISTRATON: "open" })).toEqual([]);
  expect(
    misspelled({ PATH: "/bin", HOSTS: "x", SOMETHING_ELSE: "1", HOSTNAME: "a", npm_config_loglevel: "x" }),
  ).toEqual([]);
});
