import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { validate as lintDockerfile } from "dockerfile-utils";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { YOUNG_GENERATION } from "#cli/serving/workers/supervise.js";
import { DEBIAN, describeWith } from "../support/debian.js";
import { checkManifests } from "../support/kubernetes.js";

const run = (path: string, ...args: string[]): string => execFileSync(path, args, { encoding: "utf8", stdio: "pipe" });

describeWith(["systemd"], "systemd unit", () => {
  it("gives the systemd unit an exposure score of at most 2.0 of 10", () => {
    run(DEBIAN.systemd, "security", "--offline=true", "--threshold=20", "deploy/systemd/icons.service");
  });
});

describeWith(["haproxy"], "HAProxy configuration", () => {
  it("passes HAProxy's configuration check, even before its host names resolve", () => {
    run(DEBIAN.haproxy, "-c", "-f", "deploy/haproxy/haproxy.cfg");
  });
});

describeWith(["prometheus"], "Prometheus rules", () => {
  it("passes the checks of the Prometheus rules, which fire exactly in their test cases", () => {
    run(DEBIAN.prometheus, "check", "config", "deploy/prometheus/prometheus.yaml");
    run(DEBIAN.prometheus, "test", "rules", "deploy/prometheus/alerts.test.yaml");
  });

  it("explains every Prometheus alert in docs/operations.md, and no others", () => {
    const { groups } = parse(readFileSync("deploy/prometheus/alerts.yaml", "utf8"));
    const names = groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert));
    const explained = [...readFileSync("docs/operations.md", "utf8").matchAll(/^\| `(Icons\w+)` \|/gm)];
    expect(explained.map(([, name]) => name).toSorted()).toEqual(names.toSorted());
  });
});

describe("the shipped icons in Docker", () => {
  const { services } = parse(readFileSync("deploy/docker/shipped.yaml", "utf8"));
  const { image, command, volumes, ports } = services.icons;

  it("start as the README says, from the repository, on the loopback address of the host", () => {
    const [, start] = /```sh\n(npm ci && npm start)\n```/.exec(readFileSync("README.md", "utf8")) ?? [];
    expect(command).toBe(`sh -c "cp -r /src /app && cd /app && ${start} -- --host 0.0.0.0"`);
    const [, from, to] = /^(.*):(\/src):ro$/.exec(volumes[0]) ?? [];
    expect([existsSync(join("deploy/docker", from!, "package.json")), to]).toEqual([true, "/src"]);
    expect(ports).toEqual(["127.0.0.1:3000:3000"]);
  });

  it("start alike by the line of the deployment files", () => {
    const readme = readFileSync("deploy/README.md", "utf8");
    expect(readme).toContain(
      `docker run --rm --init --publish ${ports[0]} --volume "$PWD:/src:ro" ${image} ${command}\n`,
    );
  });
});

describe("Dockerfile", () => {
  const text = readFileSync("deploy/docker/Dockerfile", "utf8");
  const instructions = text.replaceAll("\\\n", "").split("\n");

  it("passes the Dockerfile linter and runs as an unprivileged user", () => {
    expect(lintDockerfile(text).map(({ message }) => message)).toEqual([]);
    expect(instructions.findLast((line) => line.startsWith("USER"))).toBe("USER 1000:1000");
  });

  it("gives the serving process the heap size of workers", () => {
    const [entry = ""] = instructions.filter((line) => line.startsWith("ENTRYPOINT "));
    expect(JSON.parse(entry.replace("ENTRYPOINT ", ""))).toEqual(["node", ...YOUNG_GENERATION, "cli/icons.mjs"]);
  });

  it("copies existing files that .dockerignore includes", () => {
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

describe("Compose file", () => {
  const { services } = parse(readFileSync("deploy/docker/compose.yaml", "utf8"), { merge: true });

  it.each(Object.keys(services))("gives %s no unneeded privilege", (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  });

  it("publishes only the proxy's port, and mounts existing files", () => {
    expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(["haproxy"]);
    const [mounted] = services.haproxy.volumes[0].split(":");
    expect(existsSync(join("deploy/docker", mounted))).toBe(true);
    const { context, dockerfile } = services["icons-1"].build;
    expect(resolve("deploy/docker", context)).toBe(resolve("."));
    expect(existsSync(dockerfile)).toBe(true);
  });

  it("mounts the folder of the key file, since a mounted file would stay outdated after a revocation", () => {
    const [, keys = ""] = /ICONS_KEYS=(\S+)/.exec(readFileSync("deploy/docker/Dockerfile", "utf8")) ?? [];
    expect(services["icons-1"].volumes).toContain(`./keys:${dirname(keys)}:ro`);
    expect(readFileSync(".gitignore", "utf8")).toContain("/deploy/docker/keys/");
  });
});

describe("homelab", () => {
  const dockerfile = readFileSync("deploy/homelab/Dockerfile", "utf8");
  const { services } = parse(readFileSync("deploy/homelab/compose.yaml", "utf8"));

  it("passes the Dockerfile linter, and takes program and checkouts from where they are", () => {
    expect(lintDockerfile(dockerfile).map(({ message }) => message)).toEqual([]);
    const tag = /--tag (\S+) \.$/m.exec(readFileSync("deploy/docker/Dockerfile", "utf8"))![1];
    expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual([tag, tag]);
    const mounted = [...dockerfile.matchAll(/--mount=from=([\w-]+)/g)].map(([, name]) => name);
    expect(Object.keys(services.icons.build.additional_contexts).toSorted()).toEqual(mounted.toSorted());
  });

  it("has no unneeded privilege, and mounts own images read-only where the dataset has them", () => {
    expect(services.icons).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    const [, data] = /ICONS_DATA=(\S+)/.exec(dockerfile)!;
    const [, custom] = /ICONS_CUSTOM=(\S+)/.exec(dockerfile)!;
    expect(services.icons.volumes).toContain(`./custom:${data}/${custom}:ro`);
    expect(readFileSync(".gitignore", "utf8")).toContain("/deploy/homelab/custom/");
  });
});

describe("Kubernetes manifests", () => {
  const folder = "deploy/kubernetes";
  const listed: string[] = parse(readFileSync(join(folder, "kustomization.yaml"), "utf8")).resources;
  const manifests = listed.flatMap((file) =>
    parseAllDocuments(readFileSync(join(folder, file), "utf8")).map((document) => document.toJS()),
  );

  it("lists all manifests in the kustomization", () => {
    expect([...listed, "kustomization.yaml"].toSorted()).toEqual(readdirSync(folder).toSorted());
  });

  it("has manifests of the types of the Kubernetes API without unknown fields", () => {
    expect(checkManifests(manifests)).toBe("");
  });

  it("detects an unknown, a wrong and a missing field of a manifest", () => {
    const deployment = structuredClone(manifests.find(({ kind }) => kind === "Deployment"));
    const [container] = deployment.spec.template.spec.containers;
    container.readinesProbe = {};
    expect(checkManifests([deployment])).toContain(`'"readinesProbe"' does not exist`);
    delete container.readinesProbe;
    deployment.spec.replicas = "two";
    expect(checkManifests([deployment])).toContain("Type 'string' is not assignable to type 'number'");
    delete deployment.spec.replicas;
    expect(checkManifests([deployment])).toBe("");
    delete container.name;
    expect(checkManifests([deployment])).toContain("Property 'name' is missing");
  });

  it("runs pods as non-root with a read-only root file system under the default seccomp profile", () => {
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

describe("Grafana dashboard", () => {
  const dashboard = JSON.parse(readFileSync("deploy/grafana/icons.json", "utf8"));

  it("has dashboard panels that do not overlap, each with a query", () => {
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
