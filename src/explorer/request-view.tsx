import { clientText } from "./client-text.js";
import { Copy } from "./copy.js";
import { curlText, fetchText } from "./request-text.js";

interface RequestProps {
  /** The absolute address of the request. */
  readonly url: string;
  readonly withKey: boolean;
  /** What the request asks for, where several are near each other. */
  readonly what?: string;
}

/** The request behind what is seen, to take away. */
export function RequestView({ url, withKey, what }: RequestProps) {
  return (
    <details class="request">
      <summary>{what === undefined ? "Request" : `Request of ${what}`}</summary>
      <Code name="curl" text={curlText(url, withKey)} />
      <Code name="fetch" text={fetchText(url, withKey)} />
      <Code name="client" text={clientText(url, withKey)} />
    </details>
  );
}

function Code({ name, text }: { name: string; text: string }) {
  return (
    <div class="code">
      <pre>{text}</pre>
      <Copy text={text} what={`as ${name}`}>
        Copy
      </Copy>
    </div>
  );
}
