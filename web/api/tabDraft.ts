import { clearDraft, readDraft, writeDraft } from "../ui/draft.ts";

/** The draft of a form that lasts until the tab is closed. */
export const tabDraft = (key: string) => ({
  key,
  read: () => readDraft<object>("session", key),
  store: (values: object) => writeDraft("session", key, values),
  clear: () => clearDraft("session", key),
});
