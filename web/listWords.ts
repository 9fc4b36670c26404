import { failureOf } from "./failure.ts";
import { texts } from "./texts.ts";
import type { ListWords } from "./ui/PagedList.tsx";

/** What every list says. */
export const listWords: ListWords = { showMore: texts.showMore, showing: texts.showing, explain: failureOf };
