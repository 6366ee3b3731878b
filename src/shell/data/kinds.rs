//! Kinds of objects of Kubernetes: every name of one, from `kubectl
//! api-resources`.

/// The names of one kind; the usual one first.
pub(crate) type Names = &'static [&'static str];

/// The names of a kind, where it has others.
pub(crate) fn names(kind: &str) -> Option<Names> {
    // `deployment.apps`
    let kind = kind.split('.').next().unwrap_or(kind);
    KINDS.iter().copied().find(|names| names.contains(&kind))
}

const KINDS: &[Names] = &[
    &["configmap", "configmaps", "cm"],
    &["customresourcedefinition", "customresourcedefinitions", "crd", "crds"],
    &["cronjob", "cronjobs", "cj"],
    &["daemonset", "daemonsets", "ds"],
    &["deployment", "deployments", "deploy"],
    &["horizontalpodautoscaler", "horizontalpodautoscalers", "hpa"],
    &["ingress", "ingresses", "ing"],
    &["job", "jobs"],
    &["namespace", "namespaces", "ns"],
    &["node", "nodes", "no"],
    &["persistentvolume", "persistentvolumes", "pv"],
    &["persistentvolumeclaim", "persistentvolumeclaims", "pvc"],
    &["pod", "pods", "po"],
    &["replicaset", "replicasets", "rs"],
    &["role", "roles"],
    &["secret", "secrets"],
    &["service", "services", "svc"],
    &["serviceaccount", "serviceaccounts", "sa"],
    &["statefulset", "statefulsets", "sts"],
    &["storageclass", "storageclasses", "sc"],
];
