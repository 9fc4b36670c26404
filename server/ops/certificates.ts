import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createConnection, isIP } from "node:net";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import { DAY_MS } from "@survey-app/contract/text/time.ts";

/**
 * A certificate that ends within this time is to be renewed. Automatic renewal happens earlier: 30 days before the end.
 */
const SOON_MS = 21 * DAY_MS;
/** The longest time for a server's answer, in milliseconds. */
const TIMEOUT_MS = 5000;
/** PostgreSQL's request for TLS: the length of the message and its code. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export interface CertificateSettings {
  smtpUrl: string | null;
  smtpCa: string | null;
  databaseUrls: readonly string[];
}

/** The certificate of a server, as `getOperations` returns it. */
export interface Certificate {
  of: "mail" | "database";
  host: string;
  until: string | null;
  isDue: boolean;
  reason: string | null;
}

/** Fetches the certificates of the mail server and the database servers that the settings reach over TLS. */
export async function findCertificates(settings: CertificateSettings): Promise<Certificate[]> {
  const { smtpUrl, smtpCa, databaseUrls } = settings;
  const mail = smtpUrl === null ? null : new URL(smtpUrl);
  // With it the mailer never asks for TLS.
  const hasTls = mail !== null && mail.searchParams.get("ignoreTLS") !== "true";
  const ofMail = hasTls ? [examine("mail", mail, (url) => askMailServer(url, smtpCa))] : [];
  const databases = databaseUrls
    .map((each) => new URL(each))
    .filter((url) => /^(require|verify-ca|verify-full|prefer|no-verify)$/.test(url.searchParams.get("sslmode") ?? ""))
    .map((url) => examine("database", url, askDatabase));
  return (await Promise.all([...ofMail, ...databases])).filter((found) => found !== null);
}

/** The certificate that a server showed; null if it doesn't offer TLS. */
type Shown = { validTo: string; reason: string | null } | null;

async function examine(
  of: Certificate["of"],
  url: URL,
  ask: (url: URL) => Promise<Shown>,
): Promise<Certificate | null> {
  const { host } = url;
  try {
    const shown = await ask(url);
    if (!shown) return null;
    const until = Date.parse(shown.validTo);
    const { reason } = shown;
    return {
      of,
      host,
      until: new Date(until).toISOString(),
      isDue: reason !== null || until < Date.now() + SOON_MS,
      reason,
    };
  } catch (error) {
    return { of, host, until: null, isDue: true, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Connects as the mailer does. Without a sign-in, because the certificate comes before it. */
async function askMailServer({ protocol, hostname, port }: URL, ca: string | null): Promise<Shown> {
  const { default: SMTPConnection } = await import("nodemailer/lib/smtp-connection");
  const connection = new SMTPConnection({
    host: hostname,
    ...(port && { port: Number(port) }),
    secure: protocol === "smtps:",
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The end of a certificate that can't be trusted is shown, too.
    tls: { rejectUnauthorized: false, ...(ca !== null && { ca }) },
  });
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on("error", reject);
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    return connection.secure ? certificateOf(connection._socket as TLSSocket) : null;
  } finally {
    connection.close();
  }
}

/** Begins a connection to PostgreSQL, until it has shown its certificate. */
async function askDatabase({ hostname, port, searchParams }: URL): Promise<Shown> {
  const socket = createConnection({ host: hostname, port: Number(port || 5432) });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("no answer")));
  try {
    await once(socket, "connect");
    socket.write(SSL_REQUEST);
    const [answer] = (await once(socket, "data")) as [Buffer];
    if (answer.toString("latin1") !== "S") return null;
    const authority = searchParams.get("sslrootcert");
    const options: ConnectionOptions = {
      socket,
      // The connection exists; this is the name that the certificate must have.
      host: hostname,
      // Names only: TLS doesn't allow addresses here.
      ...(isIP(hostname) === 0 && { servername: hostname }),
      rejectUnauthorized: false,
      ...(authority && { ca: readFileSync(authority) }),
    };
    const secured = connect(options);
    await once(secured, "secureConnect");
    const shown = certificateOf(secured);
    // With the other modes the certificate's issuer does not matter.
    return shown && { ...shown, reason: searchParams.get("sslmode") === "verify-full" ? shown.reason : null };
  } finally {
    socket.destroy();
  }
}

function certificateOf(socket: TLSSocket): Shown {
  const { valid_to: validTo } = socket.getPeerCertificate();
  // A code of OpenSSL's, such as CERT_HAS_EXPIRED, and not an error, as the types say.
  return { validTo, reason: socket.authorized ? null : String(socket.authorizationError) };
}
