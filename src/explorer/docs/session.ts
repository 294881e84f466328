import { useEffect, useState } from "preact/hooks";
import type { Meta } from "../../client/responses.js";

/** What the parts of a page share. */
export interface Session {
  readonly key: string | undefined;
  /** Metadata of the last response. */
  readonly meta: Meta | undefined;
  /** Whether the dialog for the key is open. */
  readonly asksKey: boolean;
}

let session: Session = { key: undefined, meta: undefined, asksKey: false };
const listeners = new Set<(session: Session) => void>();

/** Changes what the parts of the page share, and draws them again. */
export function updateSession(change: Partial<Session>): void {
  session = { ...session, ...change };
  for (const listener of listeners) listener(session);
}

export function useSession(): Session {
  const [seen, setSeen] = useState(session);
  useEffect(() => {
    setSeen(session);
    listeners.add(setSeen);
    return () => void listeners.delete(setSeen);
  }, []);
  return seen;
}
