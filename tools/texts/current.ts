import { offeredLanguages, SOURCE_LANGUAGE } from "@survey-app/texts/languages.ts";
import { markCurrent } from "./madeFrom.ts";

const usage = `node tools/texts/current.ts LANGUAGE [PATH…]   the translations of these texts are made from the present English;
                                               PATH: a text, a group or a catalog, by default all
node tools/texts/current.ts all [PATH…]        the same in all languages`;

const translated = offeredLanguages.filter((language) => language !== SOURCE_LANGUAGE);
const [asked, ...paths] = process.argv.slice(2);
const languages = translated.filter((language) => asked === "all" || asked === language);
if (languages.length === 0) {
  console.error(usage);
  process.exit(2);
}
for (const language of languages) console.log(`${language}: ${markCurrent(language, paths)} texts marked as current`);
