/** The survey or meeting whose list of invited people a table shows. */
export interface ListHolder {
  _id: string;
  /** Whether links can be on their way. */
  isOpen: boolean;
  /** Whether a job is sending the links to everyone on the list. */
  isSending?: boolean;
  /** Whether the list can no longer change. */
  isOver: boolean;
  /** The consequences for a person who is removed. */
  removeText: (person: string) => string;
  /** The consequences of replacing a link or code, where they differ from a survey's. */
  replaceText?: (person: string) => string;
}
