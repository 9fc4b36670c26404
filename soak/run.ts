import { pathToFileURL } from "node:url";

/** Every long proof: its folder, and a description. */
const proofs: Record<string, string> = {
  citus: "votes on a cluster of three PostgreSQL servers, one killed or frozen; needs Citus, and takes minutes",
  engines: "fails if `npm test` leaves out what only PostgreSQL runs; minutes",
  events: "surveys are published and closed while the server is killed: each email, webhook and log entry once",
  faults: "plants mistakes one by one in a copy of the project; the test that must find each one fails; half an hour",
  flood: "2,000 slow connections, floods and endless uploads against honest requests",
  fuzz: "1,000 requests of every kind to each endpoint, on both engines; minutes",
  orca: "twelve journeys by ear: the screen reader Orca, driven with real keys; needs Debian's packages; minutes",
  room: "1,000 phones behind one address vote by open link, get a result that is shown, and vote in a meeting; a survey that 5,000 pages follow is closed",
  storm: "10,000 payments with lost, doubled and late webhooks while the server is killed: each charge one membership",
  torture: "the server and PostgreSQL killed, the disk full, the power cut, under full load",
};

/** `npm run soak -- NAME [arguments]` runs one of them; without a name it prints the list. */
const [name, ...args] = process.argv.slice(2);
if (name !== undefined && Object.hasOwn(proofs, name)) {
  const file = `${import.meta.dirname}/${name}/run.ts`;
  // The proof reads its arguments as if it had been started directly.
  process.argv = [process.execPath, file, ...args];
  await import(pathToFileURL(file).href);
} else {
  const list = Object.entries(proofs).map(([each, what]) => `  ${each.padEnd(9)}${what}`);
  console.log(["npm run soak -- NAME [arguments]", ...list].join("\n"));
  if (name !== undefined) process.exitCode = 2;
}
