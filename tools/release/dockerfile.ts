import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The start configuration of the image. */
interface ImageStart {
  env: Record<string, string>;
  workdir: string;
  /** User and group, as numbers. */
  user: { uid: string; gid: string };
  command: string[];
  /** The command of its health check. */
  healthcheck: string[];
}

/** Reads how the image starts from the last stage of the Dockerfile. */
export function readImageStart(root: string): ImageStart {
  const text = readFileSync(join(root, "Dockerfile"), "utf8").replaceAll("\\\n", "");
  const stage = text.slice(text.lastIndexOf("\nFROM "));
  const instruction = (pattern: RegExp): string => {
    const [, value] = pattern.exec(stage) ?? [];
    if (value === undefined) throw new Error(`The Dockerfile lacks ${pattern.source}`);
    return value;
  };
  const [uid = "", gid = ""] = instruction(/^USER (\d+:\d+)$/m).split(":");
  return {
    env: Object.fromEntries(
      instruction(/^ENV (.+)$/m)
        .split(/\s+/)
        .map((pair) => pair.split("=", 2)),
    ),
    workdir: instruction(/^WORKDIR (\S+)$/m),
    user: { uid, gid },
    command: JSON.parse(instruction(/^CMD (\[.*\])$/m)),
    healthcheck: JSON.parse(instruction(/^HEALTHCHECK .*?CMD (\[.*\])$/m)),
  };
}
