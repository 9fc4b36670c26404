import { fireEvent, waitFor } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../server/testing/testApp.ts";
import { SHOWN_MAX } from "../invitations/keptList.ts";
import { openPage, startServer } from "../testing/openPage.tsx";

let t: TestApp;
beforeAll(async () => {
  t = await startServer();
});
afterAll(() => t.close());

/** Opens the form with what its visitor has typed before. */
const openDraft = (draft: object) =>
  openPage(t, "/ask", { beforeHydration: () => sessionStorage.setItem("draft::survey", JSON.stringify(draft)) });
type Page = Awaited<ReturnType<typeof openPage>>;

const rowOf = async (page: Page, name: string) =>
  (await page.findByText(name, { selector: "summary span" })).closest("details") as HTMLDetailsElement;

/** Closes a row, as a press on its line does. */
function close(row: HTMLDetailsElement): void {
  row.open = false;
  fireEvent(row, new Event("toggle"));
}

test("a row that was open because something is missing stays open while that is chosen", async () => {
  const page = await openDraft({ Title: "When does it end?", electorate: "link", deadline: "" });
  await waitFor(async () => expect((await rowOf(page, "Ends")).open).toBe(true));
  page.getByText("not chosen yet");
  await page.user.click(page.getByRole("radio", { name: /week/ }));
  await waitFor(() => expect(page.queryByText("not chosen yet")).toBeNull());
  const row = await rowOf(page, "Ends");
  expect(row.open).toBe(true);
  // A row that is no longer wrong can be closed.
  close(row);
  expect(row.open).toBe(false);
});

test("the row with too long a list can't be closed, so that a press that finds it too long leads to the field", async () => {
  const page = await openDraft({ Title: "Who votes?", electorate: "invited", people: "a".repeat(SHOWN_MAX + 1) });
  const row = await rowOf(page, "People");
  close(row);
  await waitFor(() => expect(row.open).toBe(true));
  await page.user.click(page.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(document.activeElement).toBe(page.getByLabelText(/^Names and email addresses/)));
});
