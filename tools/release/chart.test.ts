import { spawnSync } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openapi } from "@survey-app/contract/openapi.ts";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "../check/settingNames.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as { version: string };
const settings = settingNames(root);
/** The seconds in which the server finishes running requests. */
const grace = Number(
  /GRACE_MS = (\d+)_000/.exec(globSync("server/process/*.ts", { cwd: root }).map(read).join("\n"))?.[1],
);

/** Whether a program is installed. */
const isThere = (program: string) => spawnSync(program, ["--help"], { stdio: "ignore" }).error === undefined;

describe("deploy/helm/survey-app", () => {
  const chart = "deploy/helm/survey-app";
  const names = readdirSync(join(root, chart, "templates"));
  const templates = Object.fromEntries(names.map((name) => [name, read(`${chart}/templates/${name}`)]));
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>;

  test("the chart and the API's description have the project's version", () => {
    expect(openapi("https://survey.example")).toMatchObject({ info: { version: manifest.version } });
    expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({
      version: manifest.version,
      appVersion: manifest.version,
    });
  });

  test("templates use exactly the values in values.yaml", () => {
    const used = [
      ...Object.values(templates)
        .join("\n")
        .matchAll(/\.Values\.([\w.]+)/g),
    ].map(([, path = ""]) => path);
    const valueAt = (path: string) => path.split(".").reduce<unknown>((value, key) => (value as never)?.[key], values);
    for (const path of used) expect(valueAt(path), path).toBeDefined();
    const named = Object.entries(values).flatMap(([key, value]) =>
      typeof value === "object" && value !== null && !["resources", "settings"].includes(key)
        ? Object.keys(value).map((inner) => `${key}.${inner}`)
        : [key],
    );
    expect(named.filter((path) => !used.includes(path))).toEqual([]);
    expect(Object.keys(values.settings as object).filter((name) => !settings.includes(name))).toEqual([]);
    expect(read(`${chart}/values.yaml`)).not.toMatch(/^\s*\w*(secret|password)\w*: \S*[0-9]/im);
  });

  describe("its values", () => {
    const isValid = new Ajv({ strict: false }).compile(JSON.parse(read(`${chart}/values.schema.json`)) as object);
    /** As Helm merges them: objects by their keys. */
    const merged = (changes: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries({ ...values, ...changes }).map(([key, value]) => {
          const given = values[key];
          const isObject = typeof value === "object" && !Array.isArray(value) && value !== null;
          return [key, isObject ? { ...(given as object), ...value } : value];
        }),
      );

    test.each(["values.yaml", "values-postgres.yaml", "values-cluster.yaml"])("%s fits the schema", (file) => {
      const given = parse(read(`${chart}/${file}`)) as Record<string, Record<string, string>>;
      expect(isValid(merged(given)), JSON.stringify(isValid.errors)).toBe(true);
      expect(Object.keys(given.settings ?? {}).filter((name) => !settings.includes(name))).toEqual([]);
    });

    test.each([
      { replicas: 2 },
      { workers: 2 },
      { database: "mysql" },
      { database: "postgres", replicas: 2 },
      { database: "postgres", replicas: 0 },
      { distribute: true },
      { database: "postgres", workers: "many" },
      { publicUrl: "https://survey.example/path" },
      { image: { digest: "sha256:short" } },
      { settings: { TRUST_PROXY: 1 } },
      { networkPolicies: { enabled: true } },
    ])("%j is rejected", (changes) => expect(isValid(merged(changes))).toBe(false));
  });

  /** Rough rendering without Helm: expressions become a word, and all branches are included. */
  const outline = (name: string) =>
    parse((templates[name] ?? "").replaceAll(/^\s*\{\{-[^}]*\}\}\s*$/gm, "").replaceAll(/\{\{[^}]*\}\}/g, "word"), {
      uniqueKeys: false,
    });

  test("the pods are unprivileged, can write only images and /tmp, and have health checks", () => {
    const { template } = outline("deployment.yaml").spec;
    const [container] = template.spec.containers;
    const [distribute] = template.spec.initContainers;
    for (const same of ["image", "securityContext", "envFrom", "volumeMounts"])
      expect(distribute[same]).toEqual(container[same]);
    expect(globSync(distribute.command[1], { cwd: root })).toHaveLength(1);
    expect(template.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
    expect(template.spec.automountServiceAccountToken).toBe(false);
    expect(container.livenessProbe.httpGet.path).toBe("/livez");
    expect(container.readinessProbe.httpGet.path).toBe("/readyz");
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(["/data", "/tmp"]);
    const seconds = Number(values.terminationGracePeriodSeconds) - Number(values.drainSeconds);
    expect(seconds).toBeGreaterThan(grace);
  });

  test("the ingress does not buffer live totals and retries no POST", () => {
    expect(outline("ingress.yaml").metadata.annotations).toMatchObject({
      "nginx.ingress.kubernetes.io/proxy-buffering": "off",
      "nginx.ingress.kubernetes.io/proxy-next-upstream": "error timeout",
    });
  });

  test("metrics are off by default, and otherwise on a port for monitoring only", () => {
    expect(values.metrics).toMatchObject({ enabled: false });
    for (const [name, template] of Object.entries(templates)) {
      const off = template.replaceAll(/\{\{- if \.Values\.metrics\.enabled \}\}.*?\{\{- end \}\}/gs, "");
      expect(off, name).not.toMatch(/metrics/i);
    }
    expect(outline("service.yaml").spec.ports).toEqual([{ name: "http", port: "word", targetPort: "http" }]);
    const [{ http }] = outline("ingress.yaml").spec.rules;
    expect(http.paths[0].backend.service).toEqual({ name: "word", port: { name: "http" } });
    const { metadata, spec } = outline("metricsservice.yaml");
    expect(metadata.name).toBe("word-metrics");
    expect(spec).toMatchObject({ clusterIP: "None", ports: [{ name: "metrics", targetPort: "metrics" }] });
    const [, ...others] = outline("networkpolicy.yaml").spec.ingress;
    const namespaceSelector = { matchLabels: { "kubernetes.io/metadata.name": "word" } };
    const podSelector = { matchLabels: "word" };
    expect(others).toEqual([{ from: [{ namespaceSelector, podSelector }], ports: [{ port: "metrics" }] }]);
  });

  test.runIf(isThere("helm"))("Helm renders the chart and names missing values", () => {
    const helm = (...args: string[]) => spawnSync("helm", args, { cwd: root, encoding: "utf8" });
    const all = [
      "publicUrl=https://survey.example",
      "database=postgres",
      "images.accessMode=ReadWriteMany",
      "replicas=3",
      "ingress.enabled=true",
      "networkPolicy.enabled=true",
      "metrics.enabled=true",
    ];
    const { status, stdout, stderr } = helm("template", "app", chart, ...all.flatMap((set) => ["--set", set]));
    expect([status, stderr]).toEqual([0, ""]);
    const kinds = stdout.split(/^---$/m).map((document) => (parse(document) as { kind?: string } | null)?.kind);
    expect(kinds.filter((kind) => kind).sort()).toEqual([
      "ConfigMap",
      "Deployment",
      "Ingress",
      "NetworkPolicy",
      "PersistentVolumeClaim",
      "PodDisruptionBudget",
      "Service",
      "Service",
    ]);
    // The Ingress is for the address that people open. Its host is set in one place.
    const ingress = stdout.split(/^---$/m).find((document) => document.includes("kind: Ingress"));
    const { tls, rules } = (parse(ingress ?? "") as { spec: { tls: { hosts: string[] }[]; rules: { host: string }[] } })
      .spec;
    expect([tls[0]?.hosts, rules.map(({ host }) => host)]).toEqual([["survey.example"], ["survey.example"]]);
    expect(helm("template", "app", chart).stderr).toContain("publicUrl: the address that people open");
    const tooShort = helm("template", "app", chart, "--set", "publicUrl=https://survey.example,drainSeconds=300");
    expect(tooShort.stderr).toContain("terminationGracePeriodSeconds must be at least 315");
  });
});
