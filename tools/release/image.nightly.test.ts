import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readImageStart } from "./dockerfile.ts";
import { type RunningImage, voteStopAndRecount, waitUntilReady } from "./imageJourney.ts";

const root = join(import.meta.dirname, "../..");
const { healthcheck, user } = readImageStart(root);
const NAME = `survey-app-test-${process.pid}`;

/** The container engine whose service runs here; undefined if there is none. */
const engine = ["docker", "podman"].find((name) => spawnSync(name, ["info"], { stdio: "ignore" }).status === 0);

function inEngine(...args: string[]): { code: number; output: string } {
  const { status, stdout, stderr } = spawnSync(engine ?? "", args, { cwd: root, encoding: "utf8" });
  return { code: status ?? 1, output: stdout + stderr };
}

function done(...args: string[]): string {
  const { code, output } = inEngine(...args);
  if (code !== 0) throw new Error(output);
  return output.trim();
}

async function start(settings: Record<string, string>): Promise<RunningImage> {
  const closed = ["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"];
  const variables = Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`);
  inEngine("rm", "--force", NAME);
  done(
    "run",
    "--detach",
    "--name",
    NAME,
    "--publish=127.0.0.1::3000",
    `--volume=${NAME}:/data`,
    ...closed,
    ...variables,
    NAME,
  );
  const [published = ""] = done("port", NAME, "3000").split("\n");
  const address = `http://${published}`;
  await waitUntilReady(address, new Promise(() => {}));
  return {
    address,
    run: async (command) => inEngine("exec", NAME, ...command),
    async stop() {
      done("kill", "--signal=TERM", NAME);
      return Number(done("wait", NAME));
    },
  };
}

describe.runIf(engine)("the image, in a container engine (skipped where none runs)", () => {
  beforeAll(() => void done("build", "--tag", NAME, "."), 1_800_000);
  afterAll(() => {
    for (const args of [
      ["rm", "--force", NAME],
      ["volume", "rm", NAME],
      ["rmi", NAME],
    ])
      inEngine(...args);
  });

  test(
    "it starts without privileges on a read-only file system, votes, stops and has lost nothing",
    () => voteStopAndRecount(start, healthcheck),
    300_000,
  );

  test("its user is a number, and it doesn't contain secrets or tests", () => {
    expect(done("image", "inspect", NAME, "--format", "{{.Config.User}}")).toBe(`${user.uid}:${user.gid}`);
    const strange = "-name .git -o -name .env* -o -name *.test.ts -o -name *.sqlite* -o -name session-secret".split(
      " ",
    );
    const options = ["run", "--rm", "--entrypoint=find", NAME, "/app", "-not", "-path", "*/node_modules/*"];
    expect(done(...options, "(", ...strange, ")")).toBe("");
  });
});
