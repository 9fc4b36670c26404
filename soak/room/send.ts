import { type Agent, request as httpRequest } from "node:http";

interface Sent {
  agent: Agent;
  port: number;
  path: string;
  method?: string;
  localAddress?: string;
  /** The sender's bearer token. */
  token?: string;
  body?: object;
}

/** Sends a request. @returns its status */
export function send({ agent, port, path, method = "GET", localAddress, token, body }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    };
    const options = { agent, host: "127.0.0.1", port, path, method, headers, ...(localAddress && { localAddress }) };
    const sent = httpRequest(options, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}
