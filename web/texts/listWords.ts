import { failureOf } from "../api/failure.ts";
import type { ListWords } from "../ui/PagedList.tsx";
import * as uiTexts from "./uiTexts.ts";

/** The texts of every list. */
export const listWords: ListWords = { showing: uiTexts.showing, explain: failureOf };
