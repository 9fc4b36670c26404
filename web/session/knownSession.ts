import { readSession, type Session, subscribeToSession } from "./session.ts";

/** The session, once it is known. */
export const knownSession = (): Promise<Session> =>
  new Promise((resolve) => {
    const look = () => {
      if (readSession().phase === "loading") return;
      stop();
      resolve(readSession());
    };
    const stop = subscribeToSession(look);
    look();
  });
