/** Prometheus metrics in the text format. Every label has few values: API paths, networks, codes. */

/** A metric family that is read on demand. */
export interface Series {
  lines(): readonly string[]
}

export interface Counter extends Series {
  /** Counts one more with these labels. */
  count(labels: Labels): void
}

export interface Histogram extends Series {
  observe(labels: Labels, seconds: number): void
}

/** In the order they are written; absent ones are left out. */
export type Labels = Readonly<Record<string, string | undefined>>

/** A value that is read on demand. */
export interface Gauge {
  readonly name: string
  readonly about: string
  readonly read: () => MetricValues | Promise<MetricValues>
}

export type MetricValues = readonly (readonly [labels: string, value: number])[]

/** One answered request. */
export interface ServedRequest {
  readonly address: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly seconds: number
  readonly network: string | undefined
  /** From the closed table of errors. */
  readonly code: number | undefined
}

export interface Metrics {
  recordRequest(request: ServedRequest): void
  addGauge(gauge: Gauge): void
  addSeries(series: Series): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const requests = createCounter('swapline_http_requests_total', 'Requests answered.')
  const times = createHistogram('swapline_http_request_seconds', 'Time from a request to its answer.')
  const series: Series[] = [requests, times]
  const gauges: Gauge[] = []

  return {
    recordRequest({ address, method, path, status, seconds, network, code }) {
      const answer = { status: String(status), code: code === undefined ? undefined : String(code) }
      requests.count({ address, method, path, network, ...answer })
      times.observe({ path, network }, seconds)
    },
    addGauge: (gauge) => void gauges.push(gauge),
    addSeries: (one) => void series.push(one),
    text: async () =>
      [...series.flatMap((one) => one.lines()), ...(await Promise.all(gauges.map(formatGauge))).flat(), ''].join('\n'),
  }
}

export function createCounter(name: string, about: string): Counter {
  const counts = new Map<string, number>()
  return {
    count: (labels) => {
      const text = toLabelText(labels)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    },
    lines: () => [
      ...formatHead(name, 'counter', about),
      ...[...counts].map(([labels, n]) => `${name}${toBraces(labels)} ${n}`),
    ],
  }
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface HistogramState {
  readonly within: number[]
  count: number
  seconds: number
}

export function createHistogram(name: string, about: string): Histogram {
  const times = new Map<string, HistogramState>()
  return {
    observe: (labels, seconds) => {
      const text = toLabelText(labels)
      const timed = times.get(text) ?? { within: buckets.map(() => 0), count: 0, seconds: 0 }
      timed.count += 1
      timed.seconds += seconds
      for (const [i, limit] of buckets.entries()) if (seconds <= limit) timed.within[i] = (timed.within[i] ?? 0) + 1
      times.set(text, timed)
    },
    lines: () => [
      ...formatHead(name, 'histogram', about),
      ...[...times].flatMap(([labels, timed]) => formatBuckets(name, labels, timed)),
    ],
  }
}

function formatBuckets(name: string, labels: string, { within, count, seconds }: HistogramState): readonly string[] {
  const bucket = (limit: string, value: number) =>
    `${name}_bucket{${labels}${labels === '' ? '' : ','}le="${limit}"} ${value}`
  return [
    ...buckets.map((limit, i) => bucket(String(limit), within[i] ?? 0)),
    bucket('+Inf', count),
    `${name}_sum${toBraces(labels)} ${seconds}`,
    `${name}_count${toBraces(labels)} ${count}`,
  ]
}

const toLabelText = (labels: Labels): string =>
  Object.entries(labels)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
    .join(',')

const toBraces = (labels: string): string => (labels === '' ? '' : `{${labels}}`)

const formatHead = (name: string, type: string, about: string): readonly string[] => [
  `# HELP ${name} ${about}`,
  `# TYPE ${name} ${type}`,
]

const formatGauge = async ({ name, about, read }: Gauge): Promise<readonly string[]> => [
  ...formatHead(name, 'gauge', about),
  ...(await read()).map(([labels, value]) => `${name}${toBraces(labels)} ${value}`),
]
