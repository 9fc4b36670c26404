import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Entry, isGroup, readCatalogs } from "../texts/catalogs.ts";

const root = join(import.meta.dirname, "../..");

/**
 * The words by which a text tells translators where its link leads: its own, those of its key, or those of its note.
 */
const targets: Record<string, RegExp> = {
  "/": /\bhome/i,
  "/accessibility": /accessib/i,
  "/ask": /\bask|question/i,
  "/contact": /contact/i,
  "/dashboard/admin/operations": /operations/i,
  "/dashboard/admin/responses": /responses/i,
  "/dashboard/admin/surveys": /surveys|reports/i,
  "/dashboard/admin/unlisted": /unlisted/i,
  "/dashboard/admin/users": /users|members/i,
  "/dashboard/adminHome": /admin|dashboard|home/i,
  "/dashboard/audit": /audit/i,
  "/dashboard/lists": /lists/i,
  "/dashboard/meetings": /meetings/i,
  "/dashboard/meetings/new": /meeting/i,
  "/dashboard/shared": /survey|shared/i,
  "/dashboard/surveyAdd": /\bask|question|survey/i,
  "/dashboard/surveyor/allupdate": /update/i,
  "/dashboard/surveyor/feedbacks": /feedback/i,
  "/dashboard/surveyor/surveys": /own|your|responses|all surveys/i,
  "/dashboard/surveyor/surveys/:id": /responses/i,
  "/dashboard/surveyor/update/:id": /update/i,
  "/dashboard/user/comments": /comment/i,
  "/dashboard/user/my-reports": /report/i,
  "/dashboard/user/paymentHistory": /payment/i,
  "/dashboard/user/pro/paymentHistory": /payment/i,
  "/dashboard/user/surveys": /vote|participation/i,
  "/dashboard/webhooks": /webhooks/i,
  "/feed.atom": /feed/i,
  "/forgot-password": /password|link/i,
  "/i": /code/i,
  "/login": /log ?in/i,
  "/meetings/:id": /meeting|leave/i,
  "/membarShip": /price|plans|\bpro\b|membership/i,
  "/payment": /renew|pay/i,
  "/privacy": /privacy/i,
  "/profile": /profile/i,
  "/rooms/:id": /room|summary/i,
  "/series/:id": /series/i,
  "/surveydetails/:id": /survey|question|details|vote/i,
  "/surveys": /surveys/i,
  "/surveys/:id/present": /present|screen|show/i,
  "/surveys/:id/results": /result/i,
  "/surveysPages": /all ?surveys|\bsurveys\b/i,
  "/terms": /terms/i,
};

/** A text for several lists: it leads to the list that the heading above it names. */
const OF_ANY_LIST = "uiTexts.viewAll";

/** An address in the code of a page: as a string, or with ids. */
const ADDRESS = String.raw`(?:"(\/[^"]*)"|\{?\x60(\/[^\x60]*)\x60\}?)`;
/** A link around one text, and an entry of a list of links. */
const LINKS = [
  RegExp(String.raw`<\w+\b[^<>]*?\bhref=${ADDRESS}[^<>]*?>\s*\{(\w+Texts\.[\w.]+)\}`, "g"),
  RegExp(String.raw`\bhref: ${ADDRESS},\s*label: (\w+Texts\.[\w.]+)`, "g"),
];

/** The route of an address, with ":id" in place of an id, without its search. */
const routeOf = (address: string) =>
  address.replaceAll(/\$\{[^}]*\}/g, ":id").replace(/(?<=.)[?#:](?!id).*|:id$(?<!\/:id)/, "");

/** The links of the pages whose words are one text of a catalog. */
function findLinks() {
  return globSync("web/**/*.{ts,tsx}", { cwd: root, exclude: ["web/dist/**", "**/*.test.*"] }).flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8");
    // Catalogs are imported under another name here and there.
    const catalogOf = (name: string) =>
      RegExp(`import \\* as ${name} from "@survey-app/texts/(\\w+)\\.ts"`).exec(code)?.[1] ?? name;
    return LINKS.flatMap((link) =>
      [...code.matchAll(link)].map(([, fixed, withIds, text = ""]) => {
        const [name = "", ...keys] = text.split(".");
        return { file, route: routeOf(fixed ?? withIds ?? ""), path: [catalogOf(name), ...keys].join(".") };
      }),
    );
  });
}

/** The words that translators read about an English text: its key, its note, and the text itself. */
const readOf = new Map<string, string>();
const collect = (entry: Entry, path: string) => {
  if (Array.isArray(entry)) return;
  if (isGroup(entry)) for (const [key, each] of entry.entries) collect(each, `${path}.${key}`);
  else
    readOf.set(path, [path.split(".").slice(1).join(" "), entry.note, JSON.stringify(entry.message.parts)].join("\n"));
};
for (const catalog of readCatalogs("en")) collect(catalog, catalog.name);

test("a link's text names where it leads, in its words, its key or its note to translators", () => {
  const links = findLinks().filter(({ path }) => path !== OF_ANY_LIST);
  expect(links.length).toBeGreaterThan(90);
  const unnamed = links.filter(({ route, path }) => !targets[route]?.test(readOf.get(path) ?? ""));
  expect(unnamed).toEqual([]);
  // No row without a link.
  expect(Object.keys(targets).filter((route) => !links.some((link) => link.route === route))).toEqual([]);
});
