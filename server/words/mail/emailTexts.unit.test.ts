import { expect, test } from "vitest";
import { BY_SETTING, layOutSample, SAMPLES, SETTINGS, type Setting } from "../../testing/sampleEmails.ts";
import type { Message } from "./layout.ts";

/** All emails as their readers get them, which people read one by one when a text changes. */

const settings = Object.keys(SETTINGS) as Setting[];
const read = ({ subject, text }: Message) => `Subject: ${subject}\n\n${text}`;

/** The texts of an email in each setting, with the settings that have the same. */
function inEachSetting(name: string): [string, string][] {
  const sample = BY_SETTING[name];
  const byText = Map.groupBy(settings, (each) => (sample ? read(layOutSample(sample, SETTINGS[each])) : ""));
  return [...byText].map(([text, same]) => [
    `${name} (${same.length === settings.length ? "all settings" : same.join("; ")})`,
    text,
  ]);
}

test("every kind of email says what is so for its survey, in each of its settings", async () => {
  const texts = [
    ...Object.keys(BY_SETTING).flatMap(inEachSetting),
    ...Object.entries(SAMPLES).map(([name, sample]) => [name, read(layOutSample(sample))]),
  ];
  const file = texts.map(([name, text]) => `===== ${name} =====\n${text}\n`).join("\n");
  await expect(file).toMatchFileSnapshot("emailTexts.txt");
});

test("no email tells its reader to do what can't be done, or promises what isn't so", () => {
  for (const [name, sample] of Object.entries(BY_SETTING))
    for (const setting of settings) {
      const text = read(layOutSample(sample, SETTINGS[setting]));
      const { privacy, results } = SETTINGS[setting];
      const about = `${name}, ${setting}`;
      if (results !== "live") expect(text, about).not.toMatch(/live|while people vote/);
      if (privacy !== "secret") expect(text, about).not.toMatch(/secret/i);
      if (privacy !== "confidential") expect(text, about).not.toMatch(/confidential/i);
      if (privacy !== "named") expect(text, about).not.toMatch(/open vote/i);
      expect(text, about).not.toMatch(/Not sure/);
    }
  for (const [name, sample] of Object.entries(SAMPLES)) {
    const text = read(layOutSample(sample));
    const { people = null, hasEnded = false, unsure = false } = { ...("survey" in sample ? sample.survey : {}) };
    if (people === 0 || hasEnded) expect(text, name).not.toMatch(/can vote on it now|\nVote /);
    if (unsure) expect(text, name).not.toMatch(/Vote Yes or No/);
    if (!/paid|membership|account|invited/.test(text)) expect(text, name).toMatch(/because/);
  }
});
