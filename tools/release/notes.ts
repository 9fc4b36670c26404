import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/**
 * The notes of a release: its section of the changelog, in Markdown, and where to read how to upgrade.
 * @param tag the release's tag: `v` and the version of package.json
 * @throws if the tag is not the version, or the changelog doesn't have a dated section with content for it
 */
export function releaseNotes(tag: string, changelog: string, version: string): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, but package.json has version ${version}.`);
  const sections = changelog.split(/^(?=## )/m).filter((section) => section.startsWith(`## [${version}]`));
  const [section] = sections;
  if (sections.length > 1) throw new Error(`CHANGELOG.md has ${sections.length} sections for ${version}.`);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}] - date".`);
  const [title = "", ...lines] = section.split("\n");
  if (!/ - \d{4}-\d\d-\d\d$/.test(title)) throw new Error(`CHANGELOG.md gives no date for ${version}: "${title}".`);
  const text = lines.join("\n").trim();
  if (!/^- /m.test(text)) throw new Error(`CHANGELOG.md lists no change for ${version}.`);
  return `${text}\n\n**Before you upgrade**, read \`docs/upgrading.md\`.\n`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const [tag] = process.argv.slice(2);
  if (!tag) {
    console.error("Usage: npm run release-notes -- TAG (like v1.1.0)");
    process.exit(2);
  }
  const read = (file: string) => readFileSync(join(root, file), "utf8");
  try {
    process.stdout.write(releaseNotes(tag, read("CHANGELOG.md"), JSON.parse(read("package.json")).version));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
