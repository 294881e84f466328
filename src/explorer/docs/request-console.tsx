import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { CopyButton } from "../copy.js";
import { recall, remember } from "../preferences.js";
import { Code } from "./code.js";
import { LANGUAGES, type Language, type ResponseKind, sampleText, urlOf } from "./samples.js";
import { updateSession, useSession } from "./session.js";

/** An operation whose request can be sent. */
export interface ConsoleProps {
  /** With names of parameters in braces. */
  readonly path: string;
  readonly kind: ResponseKind;
  /** Whether callers identify themselves. */
  readonly takesKey: boolean;
  /** Values of its parameters. */
  readonly values: readonly (readonly [name: string, value: string])[];
  /** The response in the example, formatted. */
  readonly example: string | undefined;
  /** The server's URL, with a slash at the end. */
  readonly base: string;
}

/** A response, or why there is none. */
interface Reply {
  readonly status: string;
  readonly isOk: boolean;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** Address of a received image. */
  readonly image?: string;
}

const NAMES = Object.keys(LANGUAGES) as Language[];
/** Headers that say something about the request, the quota or the cache. */
const HEADERS = ["Content-Type", "RateLimit", "Retry-After", "ETag", "X-Image-Width", "X-Image-Height", "X-Request-Id"];
/** Characters of a body that are shown. */
const MAX_SHOWN = 40_000;

/** The request of an operation in several languages, as its form defines it, and the response to it. */
export function RequestConsole(props: ConsoleProps) {
  const { path, kind, takesKey } = props;
  const { key } = useSession();
  const [base, setBase] = useState(props.base);
  const values = useFormValues(props.values);
  const [language, setLanguage] = useState<Language>("curl");
  const [reply, setReply] = useState<Reply | undefined>(undefined);
  const [isSending, setSending] = useState(false);

  useLayoutEffect(() => {
    setBase(new URL(document.documentElement.dataset.root || ".", location.href).href);
    setLanguage(NAMES.find((name) => name === recall("language")) ?? "curl");
  }, []);

  const url = urlOf(base, path, values);
  const text = sampleText(language, { url, withKey: takesKey, kind });
  const send = async (): Promise<void> => {
    setSending(true);
    setReply(await sendRequest(url, takesKey ? key : undefined));
    setSending(false);
  };
  return (
    <>
      <section class="panel" aria-label="Example request">
        <div class="panel-head">
          <fieldset class="languages">
            <legend class="hidden">Language</legend>
            {NAMES.map((name) => (
              <label key={name}>
                <input
                  type="radio"
                  name="language"
                  checked={name === language}
                  onChange={() => {
                    setLanguage(name);
                    remember("language", name);
                  }}
                />
                {LANGUAGES[name]}
              </label>
            ))}
          </fieldset>
          <CopyButton text={text} what="the request" />
        </div>
        <pre>
          <Code text={text} />
        </pre>
        <div class="panel-foot">
          <span>
            {takesKey
              ? key === undefined
                ? "This page sends it without a key"
                : "This page sends it with your key"
              : "Needs no key"}
          </span>
          {takesKey && key === undefined && (
            <button type="button" class="link" onClick={() => updateSession({ asksKey: true })}>
              Use a key
            </button>
          )}
          <button type="button" class="button filled send" disabled={isSending} onClick={send}>
            {isSending ? "Sending …" : "Send request"}
          </button>
        </div>
      </section>
      <ResponsePanel reply={reply} example={props.example?.replaceAll(props.base, base)} />
    </>
  );
}

/** The values of the page's form. Enter sends its request. */
function useFormValues(initial: ConsoleProps["values"]): ConsoleProps["values"] {
  const [values, setValues] = useState(initial);
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>("form.parameters");
    if (form === null) return;
    const read = (): void => setValues(Array.from(new FormData(form), ([name, value]) => [name, String(value)]));
    const sendByKey = (event: KeyboardEvent): void => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      document.querySelector<HTMLElement>(".send")?.click();
    };
    // Browsers restore the values of a page to which they return.
    read();
    form.addEventListener("input", read);
    form.addEventListener("keydown", sendByKey);
    return () => {
      form.removeEventListener("input", read);
      form.removeEventListener("keydown", sendByKey);
    };
  }, []);
  return values;
}

/** The response, or before the first one that of the example. */
function ResponsePanel({ reply, example }: { reply: Reply | undefined; example: string | undefined }) {
  const body = reply?.text ?? example;
  if (body === undefined) return null;
  return (
    <section class="panel" aria-label="Response">
      <div class="panel-head" role="status">
        {reply === undefined ? "Example response" : <b class={reply.isOk ? "good" : "bad"}>{reply.status}</b>}
        {reply?.image === undefined && <CopyButton text={body} what="the response" />}
      </div>
      {reply !== undefined && reply.headers.length > 0 && (
        <dl class="headers">
          {reply.headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {reply?.image === undefined ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the keyboard scrolls it
        <pre tabIndex={0} class="body">
          <Code text={body} />
        </pre>
      ) : (
        <p class="received">
          <img src={reply.image} alt="The response" />
        </p>
      )}
    </section>
  );
}

async function sendRequest(url: string, key: string | undefined): Promise<Reply> {
  const started = performance.now();
  try {
    const response = await fetch(url, key === undefined ? {} : { headers: { "X-API-Key": key } });
    const { status, statusText, ok: isOk } = response;
    const headers = HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value] as const];
    });
    const type = response.headers.get("Content-Type") ?? "";
    const blob = await response.blob();
    const took = `${Math.round(performance.now() - started)} ms`;
    const common = { status: `${status} ${statusText} · ${took}`, isOk, headers };
    if (type.startsWith("image/")) return { ...common, text: "", image: URL.createObjectURL(blob) };
    const text = await blob.text();
    if (!/json$|json;/.test(type)) return { ...common, text: text.slice(0, MAX_SHOWN) };
    const body = JSON.parse(text);
    if (body._meta?.tier !== undefined) updateSession({ meta: body._meta });
    return { ...common, text: JSON.stringify(body, null, 2).slice(0, MAX_SHOWN) };
  } catch {
    return { status: "No response", isOk: false, headers: [], text: "The server can't be reached." };
  }
}
