import { failureOf } from "../api/failure.ts";
import type { ListWords } from "../ui/PagedList.tsx";
import { texts } from "./texts.ts";

/** The texts of every list. */
export const listWords: ListWords = { showMore: texts.showMore, showing: texts.showing, explain: failureOf };
