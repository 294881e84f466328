import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { validate as lintDockerfile } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { YOUNG_GENERATION } from "#cli/serving/supervise.js";
import { DEBIAN, describeWith } from "../support/debian.js";
import { checkManifest } from "../support/kubernetes.js";

const run = (path: string, ...args: string[]): string => execFileSync(path, args, { encoding: "utf8", stdio: "pipe" });

describeWith(["systemd"], "the unit of systemd", () => {
  it("exposes at most 2.0 of 10", () => {
    run(DEBIAN.systemd, "security", "--offline=true", "--threshold=20", "deploy/systemd/icons.service");
  });
});

describeWith(["haproxy"], "the configuration of HAProxy", () => {
  it("is one, with names that can't be looked up yet", () => {
    run(DEBIAN.haproxy, "-c", "-f", "deploy/haproxy/haproxy.cfg");
  });
});

describeWith(["prometheus"], "the rules of Prometheus", () => {
  it("are rules, and fire when they should and only then", () => {
    run(DEBIAN.prometheus, "check", "config", "deploy/prometheus/prometheus.yaml");
    run(DEBIAN.prometheus, "test", "rules", "deploy/prometheus/alerts.test.yaml");
  });

  it("are each explained in docs/operations.md, and no other", () => {
    const { groups } = parse(readFileSync("deploy/prometheus/alerts.yaml", "utf8"));
    const names = groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert));
    const explained = [...readFileSync("docs/operations.md", "utf8").matchAll(/^\| `(Icons\w+)` \|/gm)];
    expect(explained.map(([, name]) => name).toSorted()).toEqual(names.toSorted());
  });
});

describe("the Dockerfile", () => {
  const text = readFileSync("deploy/docker/Dockerfile", "utf8");
  const instructions = text.replaceAll("\\\n", "").split("\n");

  it("has no mistake that a linter finds, and ends as nobody in particular", () => {
    expect(lintDockerfile(text).map(({ message }) => message)).toEqual([]);
    expect(instructions.findLast((line) => line.startsWith("USER"))).toBe("USER 1000:1000");
  });

  it("gives the process that serves the heap that workers are given", () => {
    const [entry = ""] = instructions.filter((line) => line.startsWith("ENTRYPOINT "));
    expect(JSON.parse(entry.replace("ENTRYPOINT ", ""))).toEqual(["node", ...YOUNG_GENERATION, "cli/icons.mjs"]);
  });

  it("copies what there is and what .dockerignore lets through", () => {
    const allowed = readFileSync(".dockerignore", "utf8").split("\n");
    for (const line of instructions.filter((each) => each.startsWith("COPY") && !each.includes("--from"))) {
      for (const path of line.split(" ").slice(1, -1)) {
        expect(existsSync(path), path).toBe(true);
        const [top = ""] = path.split("/");
        expect(
          allowed.includes(`!${top}`) || (top.startsWith("tsconfig") && allowed.includes("!tsconfig*.json")),
          path,
        ).toBe(true);
      }
    }
  });
});

describe("the compose file", () => {
  const { services } = parse(readFileSync("deploy/docker/compose.yaml", "utf8"), { merge: true });

  it.each(Object.keys(services))("gives %s no right that it doesn't need", (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  });

  it("publishes the proxy only, and mounts what there is", () => {
    expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(["haproxy"]);
    const [mounted] = services.haproxy.volumes[0].split(":");
    expect(existsSync(join("deploy/docker", mounted))).toBe(true);
    const { context, dockerfile } = services["icons-1"].build;
    expect(resolve("deploy/docker", context)).toBe(resolve("."));
    expect(existsSync(dockerfile)).toBe(true);
  });

  it("mounts the folder of the key file, since a mounted file would stay the old one when a key is revoked", () => {
    const [, keys = ""] = /ICONS_KEYS=(\S+)/.exec(readFileSync("deploy/docker/Dockerfile", "utf8")) ?? [];
    expect(services["icons-1"].volumes).toContain(`./keys:${dirname(keys)}:ro`);
    expect(readFileSync(".gitignore", "utf8")).toContain("/deploy/docker/keys/");
  });
});

describe("the manifests of Kubernetes", () => {
  const folder = "deploy/kubernetes";
  const listed: string[] = parse(readFileSync(join(folder, "kustomization.yaml"), "utf8")).resources;
  const manifests = listed.flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), "utf8")).map((document) => document.toJS()),
  );

  it("are all listed", () => {
    expect([...listed, "kustomization.yaml"].toSorted()).toEqual(readdirSync(folder).toSorted());
  });

  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]))(
    "%s is what the API takes, without a field that it would drop",
    (_, manifest) => checkManifest(manifest),
  );

  it("are checked strictly", () => {
    const deployment = structuredClone(manifests.find(({ kind }) => kind === "Deployment"));
    deployment.spec.template.spec.containers[0].readinesProbe = {};
    expect(() => checkManifest(deployment)).toThrow("readinesProbe");
  });

  it("run without root, on a read-only root, under the runtime's seccomp profile", () => {
    const templates = manifests.flatMap(({ spec }) => spec?.template?.spec ?? []);
    expect(templates).toHaveLength(2);
    for (const { securityContext, containers, automountServiceAccountToken } of templates) {
      expect(automountServiceAccountToken).toBe(false);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
      for (const container of containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
      }
    }
  });
});

describe("the dashboard of Grafana", () => {
  const dashboard = JSON.parse(readFileSync("deploy/grafana/icons.json", "utf8"));

  it("has panels that don't overlap, each with a query", () => {
    const taken = new Set<string>();
    for (const { gridPos, targets, title } of dashboard.panels) {
      expect(targets.length, title).toBeGreaterThan(0);
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        expect(x).toBeLessThan(24);
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.has(`${x} ${y}`), title).toBe(false);
          taken.add(`${x} ${y}`);
        }
      }
    }
  });
});
