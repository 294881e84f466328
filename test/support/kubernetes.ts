import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { temporaryFolder } from "./folder.js";

/** The deployed kinds: the module of Kubernetes' types that has each. */
const KINDS: Readonly<Record<string, string>> = {
  "apps/v1 Deployment": "apps/v1",
  "apps/v1 StatefulSet": "apps/v1",
  "autoscaling/v2 HorizontalPodAutoscaler": "autoscaling/v2",
  "networking.k8s.io/v1 NetworkPolicy": "networking/v1",
  "policy/v1 PodDisruptionBudget": "policy/v1",
  "v1 ConfigMap": "core/v1",
  "v1 Service": "core/v1",
};

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

/** What the TypeScript compiler reports about manifests as literals of their types, unknown fields included. */
export function checkManifests(manifests: readonly Manifest[]): string {
  const lines = manifests.map((manifest, index) => {
    const kind = `${manifest.apiVersion} ${manifest.kind}`;
    const types = KINDS[kind];
    if (types === undefined) throw new Error(`${kind}: no such kind`);
    const type = `import(${JSON.stringify(resolve("node_modules/kubernetes-types", types))}).${manifest.kind}`;
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest, null, 1)};`;
  });
  const folder = temporaryFolder({ "manifests.ts": lines.join("\n") });
  const options = ["--noEmit", "--strict", "--types", "", "manifests.ts"];
  return spawnSync(resolve("node_modules/.bin/tsc"), options, { cwd: folder, encoding: "utf8" }).stdout;
}
