{{/* What all pods have in common. Call it with a dict: root, component, settings, required and optional keys of the Secret. */}}

{{- define "scrum-table.labels" -}}
app.kubernetes.io/name: scrum-table
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "scrum-table.secret" -}}
{{ .Values.existingSecret | default .Release.Name }}
{{- end }}

{{/* Keys of the Secret that may be missing: those of the platforms by HTTP, and those of all pods. */}}
{{- define "scrum-table.keysOfTable" -}}
["SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET", "SLACK_APP_TOKEN", "SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET", "SLACK_TOKEN_KEY", "TEAMS_APP_ID", "TEAMS_APP_SECRET", "TEAMS_TENANT_ID"]
{{- end }}
{{- define "scrum-table.keysOfAll" -}}
["DATABASE_POOLER", "ACTIONS_WEBHOOK_URL", "ACTIONS_WEBHOOK_SECRET", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"]
{{- end }}

{{- define "scrum-table.items" -}}
{{- range . }}
- {key: {{ . }}, path: {{ lower . }}}
{{- end }}
{{- end }}

{{- define "scrum-table.pod" -}}
{{- $others := fromJsonArray (include "scrum-table.keysOfAll" .root) }}
metadata:
  labels: {{- include "scrum-table.labels" . | nindent 4 }}
  annotations:
    prometheus.io/scrape: "true"
    prometheus.io/port: "8080"
    prometheus.io/path: /metrics
    {{- if not .root.Values.existingSecret }}
    scrum-table/secret: {{ toJson .root.Values.secret | sha256sum }} # a changed Secret restarts the pods
    {{- end }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 30
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 10001
    runAsGroup: 10001
    fsGroup: 10001
    seccompProfile: {type: RuntimeDefault}
  containers:
    - name: scrum-table
      image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default .root.Chart.AppVersion) }}
      args: [run]
      ports:
        - {name: http, containerPort: 8080}
      env:
        - {name: SECRETS_DIR, value: /run/secrets/scrum-table}
        {{- if eq .component "discord" }}
        - {name: DISCORD_SHARD_IDS, valueFrom: {fieldRef: {fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']"}}}
        {{- end }}
        {{- range $name, $value := merge (dict) .root.Values.settings .settings (dict "LOG_LEVEL" "INFO" "LOG_FORMAT" "json") }}
        {{- if and (kindIs "float64" $value) (ge $value 1000000.0) }}
        {{- fail (printf "Put the value of settings.%s in quotes: a number this long would be changed." $name) }}
        {{- end }}
        - {name: {{ $name }}, value: {{ $value | toString | quote }}}
        {{- end }}
      startupProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 2
        failureThreshold: 30
      livenessProbe:
        httpGet: {path: /healthz, port: http}
        periodSeconds: 15
        timeoutSeconds: 5
      readinessProbe:
        httpGet: {path: /readyz, port: http}
        periodSeconds: 5
        timeoutSeconds: 6
      {{- if eq .component "table" }}
      lifecycle:
        preStop:
          exec: {command: [sleep, "5"]}
      {{- end }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: {drop: [ALL]}
      resources: {{- toYaml .root.Values.resources | nindent 8 }}
      volumeMounts:
        - {name: secrets, mountPath: /run/secrets/scrum-table, readOnly: true}
        - {name: tmp, mountPath: /tmp}
  volumes:
    - name: secrets
      projected:
        defaultMode: 0440
        sources:
          - secret:
              name: {{ include "scrum-table.secret" .root }}
              items: {{- include "scrum-table.items" .required | nindent 16 }}
          - secret:
              name: {{ include "scrum-table.secret" .root }}
              optional: true
              items: {{- include "scrum-table.items" (concat .optional $others) | nindent 16 }}
    - name: tmp
      emptyDir: {sizeLimit: 256Mi}
{{- end }}
