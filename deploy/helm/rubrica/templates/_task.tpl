{{/* A Job that runs the command line before a release: { root, name, command, when, weight,
     hasKeys }. */}}
{{- define "rubrica.task" -}}
{{- $root := .root }}
{{- $migration := $root.Values.migration }}
apiVersion: batch/v1
kind: Job
metadata:
  name: {{ include "rubrica.name" $root }}-{{ .name }}
  labels:
    {{- include "rubrica.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .name }}
  annotations:
    helm.sh/hook: {{ .when }}
    helm.sh/hook-weight: {{ .weight | quote }}
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  backoffLimit: 2
  activeDeadlineSeconds: {{ $migration.deadline }}
  template:
    metadata:
      labels:
        {{- include "rubrica.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .name }}
    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        {{- include "rubrica.podSecurity" $root | nindent 8 }}
      {{- with $root.Values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ .name }}
          image: {{ include "rubrica.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          command: {{ prepend .command "/usr/bin/rubrica" | toJson }}
          env:
            - { name: SERVER_KEY_FILE, value: /etc/rubrica/keys/server-keys.json }
            {{- include "rubrica.environment" (dict "settings" (list $root.Values.settings) "secretSettings" (list $root.Values.secretSettings $migration.secretSettings)) | trim | nindent 12 }}
          resources: {{- toYaml $migration.resources | nindent 12 }}
          securityContext:
            {{- include "rubrica.containerSecurity" $root | nindent 12 }}
          volumeMounts:
            {{- include "rubrica.mounts" (dict "Values" $root.Values "hasKeys" .hasKeys) | nindent 12 }}
      volumes:
        {{- include "rubrica.volumes" (dict "Values" $root.Values "hasKeys" .hasKeys) | nindent 8 }}
{{- end }}
