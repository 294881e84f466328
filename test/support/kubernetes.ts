import { policy } from "kubernetes-models";
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { ConfigMap, Service } from "kubernetes-models/v1";

/** The deployed kinds, as defined by the Kubernetes API. */
const KINDS: Readonly<Record<string, { readonly prototype: { validate(): void } }>> = {
  "apps/v1 Deployment": Deployment,
  "apps/v1 StatefulSet": StatefulSet,
  "autoscaling/v2 HorizontalPodAutoscaler": HorizontalPodAutoscaler,
  "networking.k8s.io/v1 NetworkPolicy": NetworkPolicy,
  "policy/v1 PodDisruptionBudget": policy.v1.PodDisruptionBudget,
  "v1 ConfigMap": ConfigMap,
  "v1 Service": Service,
};

/**
 * Checks an object against the schema of its kind. The schemas allow any additional field, which the cluster would drop
 * silently, so a field that the check never reads is rejected, too.
 *
 * @throws Error naming what is wrong
 */
export function checkManifest(manifest: { readonly apiVersion: string; readonly kind: string }): void {
  const kind = `${manifest.apiVersion} ${manifest.kind}`;
  const Kind = KINDS[kind];
  if (Kind === undefined) throw new Error(`${kind}: no such kind`);
  const unread = new Set<string>();
  // Constructing a model copies its input, which would read every field.
  Kind.prototype.validate.call(watched(manifest, kind, unread));
  if (unread.size > 0) throw new Error(`unknown fields: ${[...unread].join(", ")}`);
}

/** A proxy of the value that removes the paths of fields from `unread` when they are read. */
function watched(value: unknown, path: string, unread: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  const inner: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    unread.add(`${path}.${key}`);
    inner[key] = watched(item, `${path}.${key}`, unread);
  }
  return new Proxy(Array.isArray(value) ? Object.values(inner) : inner, {
    get(target, key) {
      unread.delete(`${path}.${String(key)}`);
      return Reflect.get(target, key);
    },
  });
}
