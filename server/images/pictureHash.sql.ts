import type { PictureHash } from "@survey-app/contract/surveys/askedText.ts";
import { isDrawing } from "@survey-app/contract/users/webAddress.ts";
import { sha256 } from "../ballots/voteChain.ts";
import type { Database } from "../database/database.ts";
import { idOfImage } from "./store.ts";

/**
 * The picture at an address, as it is hashed with its question. Uploads from before their hashes were stored count as
 * addresses.
 */
export async function hashPicture({ db }: Database, address: string): Promise<PictureHash> {
  if (address === "" || isDrawing(address)) return null;
  const id = idOfImage(address);
  const upload =
    id === null ? undefined : await db.selectFrom("images").select("hash").where("id", "=", id).executeTakeFirst();
  return upload?.hash ? `file ${upload.hash}` : `address ${sha256(address)}`;
}
