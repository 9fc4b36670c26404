import { expect, test } from "vitest";
import { countWorkers } from "./countWorkers.ts";

const GIGABYTE = 1024 ** 3;
const machine = { cores: 8, bytes: 16 * GIGABYTE };
const room = { allowed: 97, isDistributed: false };
const auto = { workers: "auto", connections: 16 } as const;

test("WORKERS=auto starts one worker per core where the database has room", () => {
  expect(countWorkers(auto, { ...room, allowed: 297 }, machine)).toEqual({ count: 8, sentence: null });
  expect(countWorkers(auto, room, { ...machine, cores: 5 })).toEqual({ count: 5, sentence: null });
});

test("on more cores it stays within the connections of the database, and says so", () => {
  expect(countWorkers(auto, room, machine)).toEqual({
    count: 5,
    sentence:
      "WORKERS=auto starts 5 workers on 8 cores: each opens up to 17 connections, and the database allows this user 97. For more, lower DATABASE_CONNECTIONS, or raise max_connections there.",
  });
  expect(countWorkers({ ...auto, connections: 8 }, room, machine)).toEqual({ count: 8, sentence: null });
  expect(countWorkers(auto, { ...room, isDistributed: true }, machine).count).toBe(2);
});

test("it stays within the memory of a container", () => {
  const small = { cores: 8, bytes: GIGABYTE };
  expect(countWorkers(auto, { ...room, allowed: 297 }, small)).toEqual({
    count: 4,
    sentence:
      "WORKERS=auto starts 4 workers on 8 cores: each takes about 250 MB, and 1024 MB are allowed. For more, raise mem_limit (MemoryMax of the systemd unit).",
  });
});

test.each([
  [
    { ...auto, workers: 8 },
    97,
    8,
    /^The database can run out of connections with 8 workers: .+ CONNECTIONS or WORKERS/,
  ],
  [{ ...auto, workers: 5 }, 97, 5, null],
  [
    { ...auto, workers: 1 },
    16,
    1,
    /^The database can run out of connections with 1 worker: .+ Lower DATABASE_CONNECTIONS, or/,
  ],
  [auto, 10, 1, /^The database can run out of connections with 1 worker: /],
] as const)("%j where %i connections are allowed: %i", (settings, allowed, count, sentence) => {
  const counted = countWorkers(settings, { ...room, allowed }, machine);
  expect(counted.count).toBe(count);
  if (sentence === null) expect(counted.sentence).toBeNull();
  else expect(counted.sentence?.replace("Lower DATABASE_CONNECTIONS or", "Lower CONNECTIONS or")).toMatch(sentence);
});
