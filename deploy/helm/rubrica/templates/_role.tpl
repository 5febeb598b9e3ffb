{{/* The Deployment of one role: { root, role }. */}}
{{- define "rubrica.role" -}}
{{- $root := .root }}
{{- $role := .role }}
{{- $values := index $root.Values $role }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "rubrica.name" $root }}-{{ $role }}
  labels:
    {{- include "rubrica.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ $role }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "rubrica.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ $role }}
  template:
    metadata:
      labels:
        {{- include "rubrica.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ $role }}
      {{- with $root.Values.podAnnotations }}
      annotations: {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      # DRAIN_DELAY_MS, then DRAIN_LIMIT_MS, and some seconds more.
      terminationGracePeriodSeconds: 75
      securityContext:
        {{- include "rubrica.podSecurity" $root | nindent 8 }}
      {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
      {{- if eq $key "topology.kubernetes.io/zone" }}
      topologySpreadConstraints:
      {{- end }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: {{ $root.Values.spread }}
          labelSelector:
            matchLabels:
              {{- include "rubrica.selector" $root | nindent 14 }}
              app.kubernetes.io/component: {{ $role }}
          matchLabelKeys: [pod-template-hash]
      {{- end }}
      {{- with $root.Values.nodeSelector }}
      nodeSelector: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations: {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $role }}
          image: {{ include "rubrica.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          ports:
            - { name: http, containerPort: 8080, protocol: TCP }
          env:
            - { name: ROLE, value: {{ $role }} }
            # The Job has brought the schema up to date.
            - { name: MIGRATE, value: "off" }
            - { name: SERVER_KEY_FILE, value: /etc/rubrica/keys/server-keys.json }
            # Endpoints learn of it before the port is closed. There is no preStop hook: the server drains by itself.
            - { name: DRAIN_DELAY_MS, value: "5000" }
            - { name: DRAIN_LIMIT_MS, value: "60000" }
            {{- include "rubrica.environment" (dict "settings" (list $root.Values.settings $values.settings) "secretSettings" (list $root.Values.secretSettings)) | trim | nindent 12 }}
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 2
          resources: {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- include "rubrica.containerSecurity" $root | nindent 12 }}
          volumeMounts:
            {{- include "rubrica.mounts" (dict "Values" $root.Values "hasKeys" true) | nindent 12 }}
      volumes:
        {{- include "rubrica.volumes" (dict "Values" $root.Values "hasKeys" true) | nindent 8 }}
{{- end }}
