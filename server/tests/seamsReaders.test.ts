import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import * as downloads from "@survey-app/contract/results/downloads.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DELETED_NAME, maskedEmail } from "@survey-app/contract/users/users.ts";
import { addComment, listComments } from "@survey-app/contract/votes/comments.ts";
import { listSurveyVotes } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Opened, PRIVACIES } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { ANSWER, WAYS, type Way, waysToVote } from "../testing/waysToVote.ts";

/**
 * How readers see the voter: each privacy × each way to vote × each page and file that can name voters. Each cell says
 * which name, which address and which answer a reader sees, and whether it is marked as the reader's own.
 */
type Name = "account's name" | "label" | "masked address";
type Address = "address" | "masked address" | "no address";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const ways = waysToVote(() => ({ t, ...people }));
type Cast = Awaited<ReturnType<typeof ways.cast>>;

/** How people are named in a way to vote, and the addresses that these readers see where votes are public. */
const NAMED: Record<Way, { name: Name; own: Address; owner: Address; admin: Address; others: Address }> = {
  "an account on an open survey": {
    ...{ name: "account's name", own: "address", owner: "address", admin: "address", others: "masked address" },
  },
  "an account on a list": {
    ...{ name: "account's name", own: "address", owner: "address", admin: "address", others: "masked address" },
  },
  // A link may have been passed on, so the browser that opened it sees the address masked; an admin doesn't see the
  // owner's list.
  "a link, while the address has an account": {
    ...{ name: "masked address", own: "masked address", owner: "address" },
    ...{ admin: "masked address", others: "masked address" },
  },
  "a code": {
    ...{ name: "label", own: "no address", owner: "no address", admin: "no address", others: "no address" },
  },
};

const nameOf = (shown: string, { reader }: Cast): Name | string => {
  const names: Record<string, Name> = {
    [reader.name]: "account's name",
    "Code 1": "label",
    [maskedEmail(reader.email)]: "masked address",
  };
  return names[shown] ?? shown;
};
const addressOf = (shown: string, { reader }: Cast): Address | string => {
  const addresses: Record<string, Address> = {
    [reader.email]: "address",
    [maskedEmail(reader.email)]: "masked address",
    "": "no address",
  };
  return addresses[shown] ?? shown;
};

interface Viewer {
  as?: Person | undefined;
  headers?: Opened;
}

/** The voter's own view: that of the account, or of the browser that opened the link or code. */
const ownView = ({ reader, opened }: Cast): Viewer => (opened ? { headers: opened } : { as: reader });

/** The votes that a reader finds in the table of votes. */
async function votesFor(scene: Cast, viewer: Viewer) {
  const found = (await t.send(listSurveyVotes, { ...viewer, params: { id: scene.id } })).json();
  return found.map(
    ({ userName, email, vote, isOwn }: { userName: string; email: string; vote: number; isOwn: boolean }) =>
      [
        nameOf(userName, scene),
        addressOf(email, scene),
        vote === ANSWER ? "answer" : vote,
        isOwn ? "own" : "other's",
      ].join(),
  );
}

/** The comments that a reader finds. */
async function commentsFor(scene: Cast, viewer: Viewer) {
  const found = (await t.send(listComments, { ...viewer, params: { id: scene.id } })).json();
  return found.map(({ userName, vote, isOwn }: { userName: string; vote: number; isOwn: boolean }) =>
    [nameOf(userName, scene), vote === ANSWER ? "answer" : vote, isOwn ? "own" : "other's"].join(),
  );
}

/** The lines of the table of votes as a file; the error code where there is none. */
async function csvFor(scene: Cast, as: Person): Promise<string[] | string> {
  const response = await t.send(downloads.getVotesCsv, { as, params: { id: scene.id } });
  if (response.statusCode !== 200) return response.json().code;
  const [, ...lines] = response.payload.trimEnd().split("\r\n");
  return lines.map((line) => {
    const [email = "", name = "", vote = ""] = line.split(",");
    return [nameOf(name, scene), addressOf(email, scene), vote].join();
  });
}

const close = ({ id }: Cast) => t.request(closeSurvey, { as: people.admin, params: { id } });
const comment = ({ id, reader }: Cast) =>
  t.send(addComment, { as: reader, params: { id }, body: { comments: "Because of the cake" } });

describe.each(PRIVACIES)("of a vote on a %s survey", (privacy, settings) => {
  describe.each(WAYS)("by %s", (way) => {
    const { name, own, owner, admin, others } = NAMED[way];
    const isByAccount = !["a link, while the address has an account", "a code"].includes(way);

    test("the table of votes shows each reader the name, the address and the answer that they may see", async () => {
      const scene = await ways.cast(way, settings());
      const cells = {
        "the voter": await votesFor(scene, ownView(scene)),
        "the account with the address": await votesFor(scene, { as: scene.reader }),
        "the owner": await votesFor(scene, { as: people.surveyor }),
        "an admin": await votesFor(scene, { as: people.admin }),
        "a visitor": await votesFor(scene, {}),
      };
      const mine = [[name, own, "answer", "own"].join()];
      const ofOther = (address: Address) => [[name, address, "answer", "other's"].join()];
      if (privacy === "named")
        expect(cells).toEqual({
          "the voter": mine,
          "the account with the address": isByAccount ? mine : ofOther(others),
          "the owner": ofOther(owner),
          "an admin": ofOther(admin),
          "a visitor": ofOther(others),
        });
      else {
        // Of a secret vote only the account is told that it was cast; who used a link or code is not stored.
        const shown = privacy === "confidential" ? mine : [];
        const marked = ["account's name,address,,own"];
        const holdsMark = privacy === "secret" && way !== "a code";
        expect(cells).toEqual({
          "the voter": holdsMark && isByAccount ? marked : shown,
          "the account with the address": holdsMark ? marked : isByAccount ? shown : [],
          "the owner": [],
          "an admin": [],
          "a visitor": [],
        });
      }
    });

    test("a comment has the account's name, and the answer only where votes are public", async () => {
      const scene = await ways.cast(way, settings());
      const response = await comment(scene);
      if (privacy === "secret") return expect(response.json().code).toBe("noComments");
      if (!isByAccount) return expect(response.json().code).toBe("notVoted");
      const answer = privacy === "named" ? "answer" : "";
      const [mine, ofOther] = [[`${name},${answer},own`], [`${name},${answer},other's`]];
      const isShown = privacy === "named";
      expect(await commentsFor(scene, { as: scene.reader })).toEqual(mine);
      for (const as of [people.surveyor, people.admin, undefined])
        expect(await commentsFor(scene, { as })).toEqual(isShown ? ofOther : []);
      const { former, heir } = await ways.passAddressOn(scene.reader);
      expect(await commentsFor(scene, { as: former })).toEqual(mine);
      expect(await commentsFor(scene, { as: heir })).toEqual(isShown ? ofOther : []);
    });

    test("the file of all votes is the owner's and the admins', of public votes only", async () => {
      const scene = await ways.cast(way, settings());
      await close(scene);
      const isPublic = privacy === "named";
      expect(await csvFor(scene, people.surveyor)).toEqual(isPublic ? [`${name},${owner},Yes`] : "notInThisMode");
      expect(await csvFor(scene, people.admin)).toEqual(isPublic ? [`${name},${admin},Yes`] : "notInThisMode");
      expect(await csvFor(scene, people.otherSurveyor)).toBe("notYou");
    });

    test("feeds and the portable result don't name anyone", async () => {
      const scene = await ways.cast(way, settings());
      await comment(scene);
      const read = async () => {
        const feeds = ["atom", "json"].map((format) => t.app.inject(`/surveys/${scene.id}/feed.${format}`));
        const files = [downloads.getPortableResult, downloads.getResultsCsv, downloads.getLedgerLines].map((file) =>
          t.send(file, { params: { id: scene.id }, as: people.surveyor }),
        );
        const texts = (await Promise.all([...feeds, ...files])).map(({ payload }) => payload);
        for (const text of texts)
          for (const secret of [scene.reader.id, scene.reader.name, scene.reader.email, "Code 1", "cake"])
            expect(text).not.toContain(secret);
        for (const text of texts) expect(text).not.toContain(maskedEmail(scene.reader.email));
      };
      await read();
      await close(scene);
      await read();
      // A vote that can be seen by name is in the result. The split of a few votes that can't be would tell how they
      // voted.
      const { payload, statusCode } = await t.send(downloads.getPortableResult, { params: { id: scene.id } });
      if (privacy === "named")
        expect(JSON.parse(payload).totals).toEqual({ participants: 1, yes: 1, no: 0, unsure: 0 });
      else expect([statusCode, JSON.parse(payload).code]).toEqual([409, "resultHidden"]);
    });

    test("after the address passed on, the voter's name and own mark stay with the account", async () => {
      const scene = await ways.cast(way, settings());
      const { former, heir } = await ways.passAddressOn(scene.reader);
      const listed = { ...scene, reader: { ...scene.reader, email: heir.email } };
      const moved = { ...scene, reader: former };
      const isSecretOnList = privacy === "secret" && way !== "an account on an open survey";
      const mark = [["account's name", "address", "", "own"].join()];
      if (isByAccount) {
        const answer = privacy === "secret" ? mark : [[name, own, "answer", "own"].join()];
        expect(await votesFor(moved, { as: former })).toEqual(isSecretOnList ? [] : answer);
      }
      const ofOther = [[name, others, "answer", "other's"].join()];
      if (privacy === "named") expect(await votesFor(isByAccount ? moved : listed, { as: heir })).toEqual(ofOther);
      else expect(await votesFor(listed, { as: heir })).toEqual(isSecretOnList && way !== "a code" ? mark : []);
      await close(scene);
      const csv = await csvFor(isByAccount ? moved : listed, people.surveyor);
      expect(csv).toEqual(privacy === "named" ? [`${name},${owner},Yes`] : "notInThisMode");
    });

    test("after the account is deleted its name and address are nowhere, and the vote stays", async () => {
      const scene = await ways.cast(way, settings());
      await comment(scene);
      await t.request(deleteMyAccount, { as: scene.reader, body: { email: scene.reader.email } });
      const readers = [{ as: people.surveyor }, { as: people.admin }, {}];
      for (const viewer of readers) {
        const texts = await Promise.all(
          [listSurveyVotes, listComments].map((list) => t.send(list, { ...viewer, params: { id: scene.id } })),
        );
        for (const { payload } of texts)
          for (const former of [scene.reader.name, scene.reader.email, maskedEmail(scene.reader.email), "cake"])
            expect(payload).not.toContain(former);
      }
      expect(await commentsFor(scene, { as: people.admin })).toEqual([]);
      const isPublic = privacy === "named";
      const shown = way === "a code" ? "label" : DELETED_NAME;
      for (const viewer of readers) {
        const votes = await votesFor(scene, viewer);
        expect(votes.map((vote: string) => vote.split(",")[0])).toEqual(isPublic ? [shown] : []);
      }
      await close(scene);
      const csv = await csvFor(scene, people.surveyor);
      expect(csv).toEqual(isPublic ? [expect.stringMatching(`^${shown},.*,Yes$`)] : "notInThisMode");
      expect(String(csv)).not.toContain(scene.reader.email);
    });
  });
});
