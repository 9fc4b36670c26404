import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { nginxPath } from "../testing/balancer.ts";
import { makeAuthority } from "../testing/certificates.ts";
import { inShell } from "../testing/runCommand.ts";

const root = join(import.meta.dirname, "../..");
const nginx = nginxPath();
/** Whether this user may have folders and a network of its own, in which the file can be used as it is. */
const canSeparate = spawnSync("unshare", ["--mount", "--net", "true"], { stdio: "ignore" }).status === 0;

const folder = mkdtempSync(join(tmpdir(), "survey-app-nginx-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.runIf(nginx && canSeparate)("deploy/nginx.conf, unchanged, with its own ports and paths", () => {
  test("nginx starts with it where Debian's folders are, redirects to https but for certbot and hides health checks", async () => {
    const certificates = join(folder, "survey.example");
    mkdirSync(certificates);
    const { cert, key } = makeAuthority().issue({ dns: "survey.example", ip: "127.0.0.1" }, Date.now() + 86_400_000);
    writeFileSync(join(certificates, "fullchain.pem"), cert);
    writeFileSync(join(certificates, "privkey.pem"), key);
    // Empty, as on Debian: no one has created folders in them.
    const script = `
      set -e
      ip link set lo up
      for empty in /etc/ssl /var/cache /run; do mount -t tmpfs none $empty; done
      cp -r ${certificates} /etc/ssl/
      ${nginx} -q -c ${join(root, "deploy/nginx.conf")} -g 'error_log stderr;'
      ask() { curl --silent --insecure --noproxy '*' --output /dev/null --write-out '%{http_code} %{redirect_url}\\n' "$@"; }
      ask http://127.0.0.1/surveys
      ask http://127.0.0.1/.well-known/acme-challenge/token
      ask --resolve survey.example:443:127.0.0.1 https://survey.example/livez
      ask --resolve survey.example:443:127.0.0.1 https://survey.example/
      kill $(cat /run/nginx.pid)
    `;
    const { out, err } = await inShell(`unshare --mount --net sh -c "$SCRIPT"`, folder, { SCRIPT: script });
    // Without an instance behind it.
    expect(out.trim().split("\n"), err).toEqual(
      ["301 https://survey.example/surveys", "404", "404", "502"].map((line) =>
        expect.stringMatching(new RegExp(`^${line} ?$`)),
      ),
    );
  });
});
