{{- define "gable.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Takes a list: the root and the component. */}}
{{- define "gable.selector" -}}
app.kubernetes.io/name: {{ (index . 0).Chart.Name }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "gable.labels" -}}
{{ include "gable.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ printf "%s-%s" (index . 0).Chart.Name (index . 0).Chart.Version }}
{{- end }}

{{- define "gable.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "gable.fullname" .) }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{/* Takes a list: the root and api, worker or cli. */}}
{{- define "gable.image" -}}
{{- $root := index . 0 -}}
{{- with $root.Values.image.registry }}{{ trimSuffix "/" . }}/{{ end }}{{ index $root.Values.image.names (index . 1) }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}
{{- end }}

{{/* What every pod is: an ordinary user without privileges, of whom the cluster's API knows nothing. */}}
{{- define "gable.podSecurity" -}}
automountServiceAccountToken: false
# Kubernetes would set GABLE_API_SERVICE_HOST and its like, and unknown names that begin with GABLE_ are refused.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "gable.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Takes a list: the root and the process's own settings. */}}
{{- define "gable.environment" -}}
{{- $root := index . 0 -}}
env:
  - name: DATABASE_URL
    valueFrom: { secretKeyRef: { name: {{ $root.Values.database.secretName }}, key: {{ $root.Values.database.urlKey }} } }
  {{- with $root.Values.database.directUrlKey }}
  - name: DATABASE_DIRECT_URL
    valueFrom: { secretKeyRef: { name: {{ $root.Values.database.secretName }}, key: {{ . }} } }
  {{- end }}
  {{- with $root.Values.database.replicaUrlKey }}
  - name: DATABASE_REPLICA_URL
    valueFrom: { secretKeyRef: { name: {{ $root.Values.database.secretName }}, key: {{ . }} } }
  {{- end }}
  - { name: GABLE_SECRETS_FILE, value: {{ printf "/etc/gable/%s" $root.Values.secrets.fileKey | quote }} }
  {{- if $root.Values.openSearch.enabled }}
  - { name: SEARCH_ENGINE, value: opensearch }
  - name: OPENSEARCH_URL
    valueFrom: { secretKeyRef: { name: {{ $root.Values.openSearch.secretName }}, key: {{ $root.Values.openSearch.urlKey }} } }
  {{- end }}
  {{- if $root.Values.redis.secretName }}
  - name: RATE_LIMIT_REDIS_URL
    valueFrom: { secretKeyRef: { name: {{ $root.Values.redis.secretName }}, key: {{ $root.Values.redis.urlKey }} } }
  {{- end }}
  {{- if $root.Values.mail.secretName }}
  - { name: MAIL_FROM, value: {{ $root.Values.mail.from | quote }} }
  - name: SMTP_URL
    valueFrom: { secretKeyRef: { name: {{ $root.Values.mail.secretName }}, key: {{ $root.Values.mail.urlKey }} } }
  {{- end }}
  {{- if $root.Values.metrics.secretName }}
  - name: METRICS_TOKEN
    valueFrom: { secretKeyRef: { name: {{ $root.Values.metrics.secretName }}, key: {{ $root.Values.metrics.tokenKey }} } }
  {{- end }}
  {{- range $name, $value := merge (dict) (index . 1) $root.Values.settings }}
  {{- /* Helm reads numbers of a file as floats, and would write 1000000 as 1e+06. */}}
  {{- if and (kindIs "float64" $value) (eq (toString $value | float64 | floor) (toString $value | float64)) }}
  - { name: {{ $name }}, value: {{ printf "%.0f" $value | quote }} }
  {{- else }}
  - { name: {{ $name }}, value: {{ $value | toString | quote }} }
  {{- end }}
  {{- end }}
volumeMounts:
  - { name: home, mountPath: /var/lib/gable }
  - { name: tmp, mountPath: /tmp }
  - { name: secrets, mountPath: /etc/gable, readOnly: true }
{{- end }}

{{/* Nothing that has to outlive a pod: feeds wait in the database, secrets come from a Secret. */}}
{{- define "gable.volumes" -}}
volumes:
  - { name: home, emptyDir: {} }
  - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
  - name: secrets
    secret: { secretName: {{ .Values.secrets.secretName }}, defaultMode: 288 }
{{- end }}

{{- define "gable.probes" -}}
startupProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 2, failureThreshold: 60 }
livenessProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 }
readinessProbe: { httpGet: { path: /health/ready, port: http }, periodSeconds: 5, timeoutSeconds: 3, failureThreshold: 2 }
{{- end }}

{{/* Takes a list: the root, and the values of the deployment. */}}
{{- define "gable.placement" -}}
{{- with (index . 1).nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (index . 1).tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (index . 1).affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Takes a list: the root and the component. */}}
{{- define "gable.podMetadata" -}}
metadata:
  labels:
    {{- include "gable.labels" . | nindent 4 }}
    {{- with (index . 0).Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with (index . 0).Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
