// What a cluster would take and still be wrong: pods with privileges, selectors that meet nothing, settings that Gable
// does not know.
import assert from 'node:assert/strict';

/**
 * @typedef {{ kind: string, metadata: { name: string }, spec?: any }} KubernetesObject
 */

/**
 * @param {readonly KubernetesObject[]} objects
 * @param {string} configuration the text that names every setting
 */
export function judgeObjects(objects, configuration) {
  const workloads = objects.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));
  for (const workload of workloads) {
    judgePod(workload.spec.template.spec, workload.metadata.name);
    judgeSettings(workload.spec.template.spec.containers[0].env, workload.metadata.name, configuration);
  }
  const podLabels = workloads.map(({ spec }) => spec.template.metadata.labels);
  for (const { kind, metadata, spec } of objects) {
    const selector = kind === 'NetworkPolicy' ? spec.podSelector : (spec?.selector?.matchLabels ?? spec?.selector);
    if (selector === undefined) continue;
    const met = podLabels.filter((labels) => meets(labels, selector));
    assert.ok(met.length > 0, `${kind} ${metadata.name} selects no pod`);
    if (kind !== 'NetworkPolicy') assert.equal(met.length, 1, `${kind} ${metadata.name} selects pods of ${met.length}`);
  }
  const targets = objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler');
  for (const { metadata, spec } of targets) {
    const deployment = workloads.find((workload) => workload.metadata.name === spec.scaleTargetRef.name);
    assert.ok(deployment, `${metadata.name} scales what is not there`);
    assert.equal(deployment.spec.replicas, undefined, `${metadata.name}: an upgrade would undo what was scaled`);
  }
  for (const labels of podLabels) {
    const policies = objects.filter(({ kind, spec }) => kind === 'NetworkPolicy' && meets(labels, spec.podSelector));
    assert.ok(policies.length > 0, `no NetworkPolicy for ${JSON.stringify(labels)}`);
  }
}

/**
 * The restricted profile of Kubernetes' Pod Security Standards, a read-only root, and no key to the cluster's API.
 * @param {any} pod
 * @param {string} name
 */
function judgePod(pod, name) {
  assert.equal(pod.automountServiceAccountToken, false, name);
  assert.equal(pod.enableServiceLinks, false, `${name}: service links are settings that Gable does not know`);
  const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext;
  assert.deepEqual(
    { runAsNonRoot, runAsUser, ...seccompProfile },
    {
      ...{ runAsNonRoot: true, runAsUser: 1000, type: 'RuntimeDefault' },
    },
  );
  for (const { securityContext, resources, volumeMounts } of pod.containers) {
    const expected = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };
    assert.deepEqual(securityContext, expected, name);
    assert.ok(resources.requests.cpu && resources.requests.memory && resources.limits.memory, `${name}: resources`);
    const mounted = volumeMounts.map((/** @type {any} */ mount) => mount.name).sort();
    assert.deepEqual(mounted, pod.volumes.map((/** @type {any} */ volume) => volume.name).sort(), name);
  }
  assert.ok(!pod.volumes.some((/** @type {any} */ volume) => volume.persistentVolumeClaim), `${name} needs a disk`);
}

/**
 * @param {{ name: string, value?: string }[]} env
 * @param {string} workload
 * @param {string} configuration
 */
function judgeSettings(env, workload, configuration) {
  const names = env.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length, `${workload} sets a variable twice: ${names.join(', ')}`);
  const written = env.filter(({ value }) => value !== undefined && /^\d\.?\d*e[+]\d+$/.test(value));
  assert.deepEqual(written, [], `${workload} sets numbers as Gable does not read them`);
  const unknown = names.filter((name) => !configuration.includes(`\`${name}\``));
  assert.deepEqual(unknown, [], `${workload} sets what docs/configuration.md does not name`);
}

/**
 * @param {Record<string, string>} labels
 * @param {any} selector
 */
function meets(labels, selector) {
  const { matchLabels = selector, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every((/** @type {any} */ { key, values }) => values.includes(labels[key]))
  );
}
