{{- define "survey-app.labels" -}}
app.kubernetes.io/name: survey-app
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "survey-app.selector" -}}
app.kubernetes.io/name: survey-app
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
