export { formatCount } from "@survey-app/texts/numbers.ts";
