{{- define "rubrica.name" -}}
{{- $whole := contains .Chart.Name .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name .Chart.Name) }}
{{- $whole | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* What stays the same as long as the installation does. */}}
{{- define "rubrica.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "rubrica.labels" -}}
{{ include "rubrica.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "rubrica.image" -}}
{{- with .Values.image -}}
{{- if .digest }}{{ .repository }}@{{ .digest }}{{ else }}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end }}

{{/* Environment: a list of { settings, secretSettings }, the later ones first in their say. */}}
{{- define "rubrica.environment" -}}
{{- $plain := dict }}
{{- range .settings }}{{ $plain = merge (deepCopy (. | default dict)) $plain }}{{ end }}
{{- range $name, $value := $plain }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- $secret := dict }}
{{- range .secretSettings }}{{ $secret = merge (deepCopy (. | default dict)) $secret }}{{ end }}
{{- range $name, $from := $secret }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $from.secret }}
      key: {{ $from.key }}
{{- end }}
{{- end }}

{{- define "rubrica.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "rubrica.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Both: { Values, hasKeys }. */}}
{{- define "rubrica.mounts" -}}
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /var/lib/rubrica
{{- if .hasKeys }}
- name: server-keys
  mountPath: /etc/rubrica/keys
  readOnly: true
{{- end }}
{{- range $index, $file := .Values.files }}
- name: files-{{ $index }}
  mountPath: {{ $file.path }}
  readOnly: true
{{- end }}
{{- end }}

{{- define "rubrica.volumes" -}}
- name: tmp
  emptyDir: { medium: Memory, sizeLimit: 64Mi }
- name: data
{{- if .Values.objects.existingClaim }}
  persistentVolumeClaim:
    claimName: {{ .Values.objects.existingClaim }}
{{- else }}
  emptyDir: { sizeLimit: 64Mi }
{{- end }}
{{- if .hasKeys }}
- name: server-keys
  secret:
    secretName: {{ .Values.serverKeys.secret }}
    defaultMode: 0400
    items:
      - key: {{ .Values.serverKeys.key }}
        path: server-keys.json
{{- end }}
{{- range $index, $file := .Values.files }}
- name: files-{{ $index }}
{{- if $file.secret }}
  secret:
    secretName: {{ $file.secret }}
    defaultMode: 0440
{{- else }}
  configMap:
    name: {{ $file.configMap }}
{{- end }}
{{- end }}
{{- end }}
