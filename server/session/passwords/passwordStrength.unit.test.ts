import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type BreachedList, startBreachedList } from "../../testing/breachedList.ts";
import { createBreachedPasswordCheck } from "./breachedPasswords.ts";
import { createPasswordStrength } from "./passwordStrength.ts";

let list: BreachedList;
beforeAll(async () => {
  list = await startBreachedList();
});
afterAll(() => list.close());
beforeEach(() => {
  list.behave(null);
  list.asked.length = 0;
  logged.length = 0;
});

const logged: string[] = [];
const log = { warn: (details: object, message: string) => logged.push(JSON.stringify({ ...details, message })) };
const production = createPasswordStrength({ sandbox: false, breachedPasswordsUrl: null }, log);
const nora = { name: "Nora Österreicher-Lim", email: "n.sample85@example.org" };
const weaknessOf = (password: string, owner = nora) => production.weaknessOf(password, owner);

// Security: R33
test.each([
  "P@ssw0rd",
  "P@ssw0rd1!",
  "Password-2026!",
  "#2026_Monkey",
  "Passw0rd!",
  "!Pa$$word99",
  "Qw3rty2026!",
  "$unsh1ne#7",
  "123Dragon!",
  "M0nk3y!!",
])("a common password is rejected with any decoration: %s", async (password) =>
  expect(await weaknessOf(password)).toMatch(/most common/),
);

// Security: R33
test.each([
  "Nora2026!",
  "Nora-2026!",
  "N0r@7!",
  "Osterreich3r!",
  "#Österreicher1",
  "N.Sample85!x",
  "5ample85A!",
  "SurveyApp#26",
  "5urv3y!App",
])("a password that is mostly its owner's name, address or the product's name is rejected: %s", async (password) =>
  expect(await weaknessOf(password)).toMatch(/your name/),
);

/** Good passwords must not be rejected because they happen to contain such a word. */
// Security: R33
test.each([
  "Nora-likes-tea7!",
  "My-survey-has-9-cats",
  "Kettle-on7!",
  "password7!Heron-dusk",
  "Giraffe12!",
  "Welcome-2026!",
  "Monkey-481516!",
  "9-Blue-Herons!",
  "Li1!Planned-tour",
  "zQ4!vTr$9k",
  "Sommerabend-3!Uhr",
])("a password that only contains such a word is accepted: %s", async (password) =>
  expect(await weaknessOf(password)).toBeNull(),
);

test("the demo password is accepted only where demo accounts may exist", async () => {
  const sandbox = createPasswordStrength({ sandbox: true, breachedPasswordsUrl: null }, log);
  for (const demos of ["Passw0rd!", "Passw0rd!2"]) {
    expect(await sandbox.weaknessOf(demos, nora)).toBeNull();
    expect(await production.weaknessOf(demos, nora)).toMatch(/most common/);
  }
  expect(await sandbox.weaknessOf("Passw0rd1!", nora)).toMatch(/most common/);
});

// Security: R33
test("a breached password is looked up by five digits of its hash; padding rows don't count", async () => {
  const isBreached = createBreachedPasswordCheck(list.url, log, startTimer);
  list.add("Kettle-on7!", 3);
  list.add("Padded-row7!", 0);
  expect(await Promise.all(["Kettle-on7!", "Padded-row7!", "Kettle-off7!"].map(isBreached))).toEqual([
    true,
    false,
    false,
  ]);
  expect(await createBreachedPasswordCheck(`${list.url}/`, log, startTimer)("Kettle-on7!")).toBe(true);
  for (const { url, headers } of list.asked) {
    expect(url).toMatch(/^\/range\/[0-9A-F]{5}$/);
    expect(headers).toMatchObject({ "add-padding": "true" });
  }
  expect(logged).toEqual([]);
});

let timer: AbortController;
/** Runs until `timeOut`, independent of the machine's speed. */
const startTimer = () => {
  timer = new AbortController();
  return timer.signal;
};
const timeOut = () => timer.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));

const mib = Buffer.alloc(1024 * 1024, `${"A".repeat(35)}:1\r\n`);
let ended = 0;
/** The list's behavior, and the logged reason. */
const faults: Record<string, [(request: IncomingMessage, response: ServerResponse) => void, RegExp]> = {
  "that never comes": [timeOut, /"TimeoutError"/],
  "that stops in the middle": [
    (_, response) => response.writeHead(200).write(`${"0".repeat(35)}:1\r\n`, timeOut),
    /"TimeoutError"/,
  ],
  "that breaks off": [(request) => request.socket.destroy(), /"\w+"/],
  "that is an error": [(_, response) => response.writeHead(503).end("later"), /"it responded with 503"/],
  "that is another page": [
    (_, response) => response.writeHead(200).end("<html>Sign in first</html>"),
    /something other than a range/,
  ],
  "that is empty": [(_, response) => response.writeHead(200).end(), /"it responded with nothing"/],
  "without end": [
    (_, response) => {
      const go = () => {
        while (!response.destroyed && response.write(mib));
      };
      response.on("drain", go).on("close", () => ended++);
      go();
    },
    /"it responded with too much"/,
  ],
  "that leads elsewhere": [
    ({ url }, response) => {
      if (url === "/elsewhere") response.writeHead(200).end(`${"0".repeat(35)}:1`);
      else response.writeHead(302, { location: "/elsewhere" }).end();
    },
    /"TypeError"/,
  ],
};

// Security: R33
test.each(Object.entries(faults))(
  "a list that responds with %s rejects no password, and no secret is logged",
  async (fault, [behavior, reason]) => {
    list.add("Kettle-on7!", 3);
    list.behave(behavior);
    expect(await createBreachedPasswordCheck(list.url, log, startTimer)("Kettle-on7!")).toBe(false);
    expect(logged).toEqual([expect.stringMatching(reason)]);
    const [{ url = "" } = {}, ...more] = list.asked;
    expect(more).toEqual([]);
    expect(logged[0]).not.toContain(url.slice("/range/".length));
    expect(logged[0]).not.toMatch(/Kettle|127\.0\.0\.1/);
    // The connection of an endless response is closed.
    if (fault === "without end") await expect.poll(() => ended).toBe(1);
  },
);

test("an unreachable list rejects no password, and without a list no request is made", async () => {
  const gone = await startBreachedList();
  await gone.close();
  expect(await createBreachedPasswordCheck(gone.url, log)("Kettle-on7!")).toBe(false);
  expect(logged).toEqual([expect.stringContaining("ECONNREFUSED")]);
  expect(await createBreachedPasswordCheck(null, log)("Kettle-on7!")).toBe(false);
});

test("the site's own name counts as a known word", async () => {
  const site = { name: "Riverbank Council", logo: null, accent: null };
  const own = createPasswordStrength({ sandbox: false, breachedPasswordsUrl: null, site }, log);
  const owner = { name: "Nora", email: "nora@example.org" };
  expect(await own.weaknessOf("Riverbank7!", owner)).not.toBeNull();
  expect(await production.weaknessOf("Riverbank7!", owner)).toBeNull();
});
