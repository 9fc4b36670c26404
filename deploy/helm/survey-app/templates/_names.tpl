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

{{/* The host of the address that people open. */}}
{{- define "survey-app.host" -}}
{{ (urlParse .Values.publicUrl).hostname }}
{{- end }}

{{- define "survey-app.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}
