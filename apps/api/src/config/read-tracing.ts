/** Where spans go: the standard variables of OpenTelemetry, as far as the server knows them. */
import type { EnvironmentReader } from './environment-reader.ts'
import { Secret } from './secret.ts'

export interface TracingConfig {
  readonly endpoint: string
  readonly headers: Secret<Readonly<Record<string, string>>>
  readonly serviceName: string
  readonly percent: number
}

/** @returns undefined without a collector: then no SDK of OpenTelemetry is loaded */
export function readTracing(read: EnvironmentReader): TracingConfig | undefined {
  const endpoint = read.address('OTEL_EXPORTER_OTLP_ENDPOINT', ['http', 'https'])
  const headers = readHeaders(read)
  const serviceName = read.text('OTEL_SERVICE_NAME') ?? 'rubrica'
  const percent = read.wholeNumber('TRACED_PERCENT', { fallback: 100, min: 1, max: 100 })
  return endpoint === undefined ? undefined : { endpoint, headers: new Secret(headers), serviceName, percent }
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** `name=value` pairs separated by commas, values percent-encoded, as OTLP's exporters read them. */
function readHeaders(read: EnvironmentReader): Readonly<Record<string, string>> {
  const pairs = read.list('OTEL_EXPORTER_OTLP_HEADERS').map((pair) => {
    const at = pair.indexOf('=')
    return [pair.slice(0, Math.max(at, 0)).trim(), decode(pair.slice(at + 1).trim())] as const
  })
  if (pairs.every((pair): pair is readonly [string, string] => TOKEN.test(pair[0]) && pair[1] !== undefined)) {
    return Object.fromEntries(pairs)
  }
  read.problems.push('OTEL_EXPORTER_OTLP_HEADERS must list headers as name=value, separated by commas.')
  return {}
}

function decode(value: string): string | undefined {
  try {
    const decoded = decodeURIComponent(value)
    return /^[\t\x20-\x7e]*$/.test(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
