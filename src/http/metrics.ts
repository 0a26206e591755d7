/** Figures for Prometheus, in its text format. Every label has few values: paths of the interface, networks, codes. */

/** A family of figures that can be read when it is asked for. */
export interface Series {
  lines(): readonly string[]
}

export interface Counter extends Series {
  /** One more of these labels. */
  count(labels: Labels): void
}

export interface Histogram extends Series {
  observe(labels: Labels, seconds: number): void
}

/** In the order they are written; one that is absent is left out. */
export type Labels = Readonly<Record<string, string | undefined>>

/** A figure that is read when it is asked for. */
export interface Gauge {
  readonly name: string
  readonly about: string
  readonly read: () => Figures | Promise<Figures>
}

export type Figures = readonly (readonly [labels: string, value: number])[]

/** One answered request. */
export interface Seen {
  readonly address: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly seconds: number
  readonly network: string | undefined
  /** Of the closed table of errors. */
  readonly code: number | undefined
}

export interface Metrics {
  seen(request: Seen): void
  gauge(gauge: Gauge): void
  add(series: Series): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const requests = createCounter('swapline_http_requests_total', 'Requests answered.')
  const times = createHistogram('swapline_http_request_seconds', 'Time from a request to its answer.')
  const series: Series[] = [requests, times]
  const gauges: Gauge[] = []

  return {
    seen({ address, method, path, status, seconds, network, code }) {
      const answer = { status: String(status), code: code === undefined ? undefined : String(code) }
      requests.count({ address, method, path, network, ...answer })
      times.observe({ path, network }, seconds)
    },
    gauge: (gauge) => void gauges.push(gauge),
    add: (one) => void series.push(one),
    text: async () =>
      [...series.flatMap((one) => one.lines()), ...(await Promise.all(gauges.map(gaugeLines))).flat(), ''].join('\n'),
  }
}

export function createCounter(name: string, about: string): Counter {
  const counts = new Map<string, number>()
  return {
    count: (labels) => {
      const text = labelText(labels)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    },
    lines: () => [
      ...head(name, 'counter', about),
      ...[...counts].map(([labels, n]) => `${name}${braced(labels)} ${n}`),
    ],
  }
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Timed {
  readonly within: number[]
  count: number
  seconds: number
}

export function createHistogram(name: string, about: string): Histogram {
  const times = new Map<string, Timed>()
  return {
    observe: (labels, seconds) => {
      const text = labelText(labels)
      const timed = times.get(text) ?? { within: buckets.map(() => 0), count: 0, seconds: 0 }
      timed.count += 1
      timed.seconds += seconds
      for (const [i, limit] of buckets.entries()) if (seconds <= limit) timed.within[i] = (timed.within[i] ?? 0) + 1
      times.set(text, timed)
    },
    lines: () => [
      ...head(name, 'histogram', about),
      ...[...times].flatMap(([labels, timed]) => bucketLines(name, labels, timed)),
    ],
  }
}

function bucketLines(name: string, labels: string, { within, count, seconds }: Timed): readonly string[] {
  const bucket = (limit: string, value: number) =>
    `${name}_bucket{${labels}${labels === '' ? '' : ','}le="${limit}"} ${value}`
  return [
    ...buckets.map((limit, i) => bucket(String(limit), within[i] ?? 0)),
    bucket('+Inf', count),
    `${name}_sum${braced(labels)} ${seconds}`,
    `${name}_count${braced(labels)} ${count}`,
  ]
}

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value}"`]))
    .join(',')

const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`)

const head = (name: string, type: string, about: string): readonly string[] => [
  `# HELP ${name} ${about}`,
  `# TYPE ${name} ${type}`,
]

const gaugeLines = async ({ name, about, read }: Gauge): Promise<readonly string[]> => [
  ...head(name, 'gauge', about),
  ...(await read()).map(([labels, value]) => `${name}${braced(labels)} ${value}`),
]
