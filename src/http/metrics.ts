/** Counts for Prometheus, in its text format. Labels are paths of the interface and statuses, so they stay few. */

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Timed {
  readonly within: number[]
  count: number
  seconds: number
}

export interface Seen {
  readonly address: 'public' | 'authenticated'
  readonly method: string
  readonly path: string
  readonly status: number
  readonly seconds: number
}

/** A figure that is read when it is asked for. */
export interface Gauge {
  readonly name: string
  readonly about: string
  readonly read: () => Figures | Promise<Figures>
}

export type Figures = readonly (readonly [labels: string, value: number])[]

export interface Metrics {
  seen(request: Seen): void
  gauge(gauge: Gauge): void
  text(): Promise<string>
}

export function createMetrics(): Metrics {
  const requests = new Map<string, number>()
  const times = new Map<string, Timed>()
  const gauges: Gauge[] = []

  return {
    seen({ address, method, path, status, seconds }) {
      const labels = `address="${address}",method="${method}",path="${path}",status="${status}"`
      requests.set(labels, (requests.get(labels) ?? 0) + 1)
      const timed = times.get(path) ?? { within: buckets.map(() => 0), count: 0, seconds: 0 }
      timed.count += 1
      timed.seconds += seconds
      for (const [i, limit] of buckets.entries()) if (seconds <= limit) timed.within[i] = (timed.within[i] ?? 0) + 1
      times.set(path, timed)
    },
    gauge: (gauge) => void gauges.push(gauge),
    text: async () =>
      [
        ...head('swapline_http_requests_total', 'counter', 'Requests answered.'),
        ...[...requests].map(([labels, value]) => `swapline_http_requests_total{${labels}} ${value}`),
        ...head('swapline_http_request_seconds', 'histogram', 'Time from a request to its answer.'),
        ...[...times].flatMap(([path, timed]) => histogram(path, timed)),
        ...(await Promise.all(gauges.map(gaugeLines))).flat(),
        '',
      ].join('\n'),
  }
}

const head = (name: string, type: string, about: string): readonly string[] => [
  `# HELP ${name} ${about}`,
  `# TYPE ${name} ${type}`,
]

const gaugeLines = async ({ name, about, read }: Gauge): Promise<readonly string[]> => [
  ...head(name, 'gauge', about),
  ...(await read()).map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
]

function histogram(path: string, { within, count, seconds }: Timed): readonly string[] {
  const name = 'swapline_http_request_seconds'
  const bucket = (limit: string, value: number) => `${name}_bucket{path="${path}",le="${limit}"} ${value}`
  return [
    ...buckets.map((limit, i) => bucket(String(limit), within[i] ?? 0)),
    bucket('+Inf', count),
    `${name}_sum{path="${path}"} ${seconds}`,
    `${name}_count{path="${path}"} ${count}`,
  ]
}
