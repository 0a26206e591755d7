import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault, RpcRequest, RpcResponse, Rule } from './faults.ts'

/** A JSON-RPC endpoint in front of a real node that misbehaves by rules and counts its calls. */
export interface FaultProxy {
  readonly url: string
  /** The methods of every post, in order. A post is a round trip unless several are in flight together. */
  readonly posts: readonly (readonly string[])[]
  /** Every signed transaction that was sent to it, whatever its outcome. */
  readonly handed: readonly HandedBytes[]
  /** Replaces the rules; the first that matches a call applies to it. */
  rules(rules: readonly Rule[]): void
  /** Clears the recorded posts. */
  forget(): void
  close(): Promise<void>
}

export interface HandedBytes {
  readonly raw: string
  /** By `performance.now()`. */
  readonly at: number
}

export async function startProxy(target: string, rules: readonly Rule[] = []): Promise<FaultProxy> {
  let active = rules.map(armRule)
  const posts: string[][] = []
  const handed: HandedBytes[] = []

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body: unknown = JSON.parse(await textOf(incoming))
    const requests = (Array.isArray(body) ? body : [body]) as RpcRequest[]
    posts.push(requests.map(({ method }) => method))
    for (const raw of bytesIn(requests)) handed.push({ raw, at: performance.now() })
    const faults = faultsOf(active, requests)
    const whole = [...faults.values()].find((fault) => spoilsPost(fault))

    if (whole?.kind === 'delay') await sleep(whole.milliseconds)
    if (whole !== undefined && spoilBefore(whole, outgoing, requests.length)) return
    const answers = await answerRequests(target, requests, faults)
    if (whole !== undefined && spoilAfter(whole, outgoing, JSON.stringify(answers))) return

    const spoiled = requests.map((one, i) => spoilAnswer(faults.get(one), one, answers[i] as RpcResponse))
    send(outgoing, 200, JSON.stringify(Array.isArray(body) ? spoiled : spoiled[0]))
  }

  // As a node's: after the usual 5 seconds a connection may be closed while it is used again.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    handed,
    rules: (next) => {
      active = next.map(armRule)
    },
    forget: () => {
      posts.length = 0
      handed.length = 0
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

interface ArmedRule {
  readonly rule: Rule
  seen: number
}

const armRule = (rule: Rule): ArmedRule => ({ rule, seen: 0 })

/** The fault of every call of one post. A rule counts a post once, however many of its calls match. */
function faultsOf(active: readonly ArmedRule[], requests: readonly RpcRequest[]): Map<RpcRequest, Fault> {
  const faults = new Map<RpcRequest, Fault>()
  for (const one of active) {
    const { method, when, after = 0, times = Number.POSITIVE_INFINITY, fault } = one.rule
    const fitting = requests.filter(
      (request) => (method ?? request.method) === request.method && (when?.(request) ?? true),
    )
    if (fitting.length === 0) continue
    one.seen++
    if (one.seen <= after || one.seen > after + times) continue
    for (const request of fitting) if (!faults.has(request)) faults.set(request, fault)
  }
  return faults
}

const ofOneCall: ReadonlySet<Fault['kind']> = new Set(['error', 'null', 'forge', 'wrong-id', 'withhold', 'rewrite'])
const spoilsPost = (fault: Fault): boolean => !ofOneCall.has(fault.kind)

function spoilBefore(fault: Fault, outgoing: ServerResponse, calls: number): boolean {
  if (fault.kind === 'status') send(outgoing, fault.status, '{"error":"no"}', fault.headers)
  else if (fault.kind === 'reset') outgoing.destroy()
  else if (fault.kind === 'html') send(outgoing, 200, '<!doctype html><title>One moment…</title>')
  else if (fault.kind === 'no-batch' && calls > 1) send(outgoing, 200, noBatches)
  else return fault.kind === 'hang'
  return true
}

const noBatches = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'invalid request' } })

function spoilAfter(fault: Fault, outgoing: ServerResponse, text: string): boolean {
  if (fault.kind === 'lose') outgoing.destroy()
  else if (fault.kind === 'truncate') send(outgoing, 200, text.slice(0, text.length / 2))
  else if (fault.kind === 'flood') send(outgoing, 200, `[${'0,'.repeat(10_000_000)}0]`)
  else return fault.kind === 'silence'
  return true
}

function spoilAnswer(fault: Fault | undefined, request: RpcRequest, real: RpcResponse): RpcResponse {
  const { id } = request
  if (fault?.kind === 'error') {
    const { code, message, data } = fault
    return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
  if (fault?.kind === 'null') return { jsonrpc: '2.0', id, result: null }
  if (fault?.kind === 'wrong-id') return { ...real, id: id + 7_000_000 }
  if (fault?.kind === 'forge') return fault.answer(real, request)
  return real
}

function send(outgoing: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

const bytesIn = (requests: readonly RpcRequest[]): string[] =>
  requests.flatMap(({ method, params: [raw] }) =>
    method === 'eth_sendRawTransaction' && typeof raw === 'string' ? [raw] : [],
  )

/** The node's answers to the calls it receives, and the substitutes for those it does not receive. */
async function answerRequests(
  target: string,
  requests: readonly RpcRequest[],
  faults: ReadonlyMap<RpcRequest, Fault>,
): Promise<RpcResponse[]> {
  const passed = requests.filter((one) => faults.get(one)?.kind !== 'withhold')
  const asked = passed.map((one) => {
    const fault = faults.get(one)
    return fault?.kind === 'rewrite' ? { ...one, params: fault.params(one) } : one
  })
  const answers = passed.length === 0 ? [] : await forward(target, asked)
  return requests.map((one) => {
    const fault = faults.get(one)
    return fault?.kind === 'withhold' ? fault.answer(one) : (answers[passed.indexOf(one)] as RpcResponse)
  })
}

async function forward(target: string, requests: readonly RpcRequest[]): Promise<RpcResponse[]> {
  const answer = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(requests),
  })
  const answers = (await answer.json()) as RpcResponse[]
  return requests.map(({ id }) => answers.find((one) => one.id === id) as RpcResponse)
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
