import { formatCount, plural } from "@survey-app/contract/formatCount.ts";

/** The texts of `web/ui/`, and of buttons and lists that most features have. */
export const loading = "Loading";
export const ok = "OK";
export const cancel = "Cancel";
export const close = "Close";
export const confirm = "Confirm";
export const pressAgain = "Press again to confirm";
export const dismiss = "Dismiss";
export const search = "Search";
export const viewAll = "View all";
export const tryAgain = "Try again";
export const showMore = "Show more";
export const showAll = (count: number) => `Show all ${formatCount(count)}`;
export const sortBy = "Sort by";
export const sortByColumn = (column: string) => `Sort by ${column}`;
export const ownOrder = "Default order";
export const showing = (shown: string, total: string) => `Showing ${shown} of ${total}`;
export const request = (id: string) => `Request ${id}`;
export const copied = "Copied";
export const copyFailed = "Copying is not allowed here";
export const inTimeZone = (zone: string) => `In the time zone ${zone}`;
export const fieldErrors = (count: number) => `${plural(count, "thing needs", "things need")} your attention`;
export const optional = "optional";
export const tooLong = (max: number) => `At most ${formatCount(max)} characters`;
export const charactersLeft = (count: number) => `${plural(count, "character")} left`;
export const charactersTooMany = (count: number, max: number) =>
  `${plural(count, "character")} too many: at most ${formatCount(max)}`;
export const progress = (done: string, total: string) => `${done} of ${total}`;
export const noValue = "–";
export const yes = "Yes";
export const no = "No";
export const unsure = "Not sure";
export const unsureApart = "“Not sure” is counted apart from Yes and No.";
