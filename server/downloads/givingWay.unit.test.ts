import { expect, test } from "vitest";
import { givingWay } from "./givingWay.ts";

test("chunks come unchanged and in order, and other work runs between two of them", async () => {
  const order: string[] = [];
  async function* chunks() {
    for (const chunk of ["first", "second", "third"]) yield chunk;
  }
  const isOver = { yet: false };
  const others = (async () => {
    for (; !isOver.yet; await new Promise((resolve) => setTimeout(resolve))) order.push("others");
  })();
  for await (const chunk of givingWay(chunks())) order.push(chunk);
  isOver.yet = true;
  await others;
  expect(order.filter((each) => each !== "others")).toEqual(["first", "second", "third"]);
  expect(order.slice(order.indexOf("first"), order.indexOf("second"))).toContain("others");
});

test("reading ends when the reader disconnects", async () => {
  let hasEnded = false;
  async function* chunks() {
    try {
      for (;;) yield "chunk";
    } finally {
      hasEnded = true;
    }
  }
  for await (const _ of givingWay(chunks())) break;
  expect(hasEnded).toBe(true);
});
