/** What has a list of invited people, a survey or a meeting, for the table of these people. */
export interface ListHolder {
  _id: string;
  /** Whether links can be on their way. */
  isOpen: boolean;
  /** Whether a job is sending the links to everyone on the list. */
  isSending?: boolean;
  /** Whether the list can't change any more. */
  isOver: boolean;
  /** What becomes of a person who is removed. */
  removeText: (person: string) => string;
  /** What becomes of a link or code that is replaced, where that differs from a survey. */
  replaceText?: (person: string) => string;
}
