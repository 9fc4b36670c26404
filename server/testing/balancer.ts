import { connect, createServer, type Socket } from "node:net";
import { programPath } from "../../tools/test/program.ts";
import { startBufferingNginx, startNginx } from "../../tools/test/startNginx.ts";

/** A load balancer in front of several instances. */
export interface Balancer {
  name: "nginx" | "round robin";
  stop(): Promise<void>;
}

/** The path of the system's nginx, or of one that is installed now; undefined if there is none. */
export const nginxPath = (): string | undefined => programPath("nginx");

/** Whether there is an nginx, or one can be installed. */
export const hasNginx = (): boolean => nginxPath() !== undefined;

/** nginx with our example configuration; without nginx, a round-robin TCP proxy. */
export async function startBalancer(port: number, instances: readonly number[]): Promise<Balancer> {
  const nginx = nginxPath();
  return nginx ? startNginx(nginx, port, instances) : startRoundRobin(port, instances);
}

/** nginx in front of one instance that keeps back what streams send. Only where `hasNginx`. */
export const startBufferingProxy = (port: number, instance: number): Promise<Balancer> =>
  startBufferingNginx(nginxPath() ?? "nginx", port, instance);

async function startRoundRobin(port: number, instances: readonly number[]): Promise<Balancer> {
  let next = 0;
  const passOn = (from: Socket, tries = instances.length) => {
    const to = connect(instances[next++ % instances.length] ?? 0, "127.0.0.1");
    const tryNext = () => (tries > 1 ? passOn(from, tries - 1) : from.destroy());
    to.once("error", tryNext).once("connect", () => {
      to.off("error", tryNext).on("error", () => {});
      to.once("close", () => from.destroy());
      from
        .once("close", () => to.destroy())
        .pipe(to)
        .pipe(from);
    });
  };
  const server = createServer((from) => passOn(from.on("error", () => {})));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { name: "round robin", stop: async () => void server.close() };
}
