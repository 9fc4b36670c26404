import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { canInstall, installPackages } from "../test/apt.ts";

const RULES = join(import.meta.dirname, "../../deploy/prometheus/alerts.yaml");
let folder: string;
beforeAll(() => {
  if (spawnSync("promtool", ["--version"]).error) {
    if (!canInstall()) throw new Error("This test needs promtool: install Prometheus.");
    installPackages("prometheus");
  }
  folder = mkdtempSync(join(tmpdir(), "survey-app-alerts-"));
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Series of a metric, in Prometheus' notation: a value for each minute of two hours. */
type Series = Record<string, string>;

/** For each alert, values that must raise it, and the nearest ones that must not. */
const cases: Record<string, { raised: Series; quiet: Series; labels?: object }> = {
  CountersWrong: pair("survey_app_counter_mismatches", "1x120", "0x120"),
  RecountMissing: pair("survey_app_recount_timestamp_seconds", "-4000x120", "0+60x120"),
  VotesFail: pair('survey_app_votes_total{outcome="failed"}', "0+1x120", "0x120"),
  VotesPileUp: pair("survey_app_votes_waiting", "5001x120", "5000x120"),
  NothingStored: pair("survey_app_database_writable", "0x120", "1x120"),
  DiskLow: {
    raised: { survey_app_disk_free_bytes: "4e10x120", survey_app_disk_size_bytes: "1e12x120" },
    quiet: { survey_app_disk_free_bytes: "6e10x120", survey_app_disk_size_bytes: "1e12x120" },
  },
  BackupOld: pair("survey_app_backup_timestamp_seconds", "-170000x120", "0x120"),
  CertificateEnds: pair(
    'survey_app_certificate_expiry_timestamp_seconds{of="mail",host="mail.example"}',
    "1728000x120",
    "2592000x120",
  ),
  DatabaseAway: pair("survey_app_database_unavailable_total", "0+1x120", "3x120"),
  Broken: pair('survey_app_http_requests_total{status="500"}', "0+1x120", "3x120"),
  Slow: {
    raised: latency("2.5"),
    quiet: latency("0.5"),
  },
  WorkWaits: pair('survey_app_queue_oldest_due_seconds{queue="emails"}', "1801x120", "1800x120"),
  Guessing: pair('survey_app_http_requests_total{status="429"}', "0+1300x120", "0+1100x120"),
  CodesGuessed: pair("survey_app_wrong_short_codes_total", "0+200x120", "0+100x120"),
  Down: { ...pair('up{job="survey-app"}', "0x120", "1x120"), labels: { job: "survey-app" } },
};

function pair(metric: string, raised: string, quiet: string) {
  return { raised: { [metric]: raised }, quiet: { [metric]: quiet } };
}

/** Requests that all take up to `seconds`. */
function latency(seconds: string): Series {
  const bucket = "survey_app_http_request_duration_seconds_bucket";
  const smaller = seconds === "2.5" ? "1" : "0.25";
  return {
    [`${bucket}{le="${smaller}"}`]: "0x120",
    [`${bucket}{le="${seconds}"}`]: "0+60x120",
    [`${bucket}{le="+Inf"}`]: "0+60x120",
  };
}

const rules = (parse(readFileSync(RULES, "utf8")) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  ({ rules }) => rules,
);
interface Rule {
  alert: string;
  labels: object;
  annotations: object;
}

test("each alert has values that raise it and values that don't", () => {
  expect(Object.keys(cases)).toEqual(rules.map(({ alert }) => alert));
});

test("the alerts are raised by the values that they are meant for, and not by others", () => {
  const promtool = (...args: string[]) => spawnSync("promtool", args, { encoding: "utf8" });
  expect(promtool("check", "rules", RULES)).toMatchObject({ status: 0 });
  const tests = rules.flatMap(({ alert, labels, annotations }) =>
    (["raised", "quiet"] as const).map((state) => ({
      name: `${alert} ${state}`,
      interval: "1m",
      input_series: Object.entries(cases[alert]?.[state] ?? {}).map(([series, values]) => ({ series, values })),
      alert_rule_test: [
        {
          eval_time: "2h",
          alertname: alert,
          exp_alerts:
            state === "raised"
              ? [{ exp_labels: { ...labels, ...cases[alert]?.labels }, exp_annotations: annotations }]
              : [],
        },
      ],
    })),
  );
  const file = join(folder, "tests.yaml");
  writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: "1m", tests }));
  const { status, stdout, stderr } = promtool("test", "rules", file);
  expect(`${stdout}${stderr}`).toContain("SUCCESS");
  expect(status).toBe(0);
});
