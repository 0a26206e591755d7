/** Looks at endpoints, files, the store, locks, nonces and sandboxes: all at once, each within its time. */
import { join } from 'node:path'
import type { DeployedContracts } from '#app/deployed-contracts'
import { inspectEndpoint } from '#app/diagnosis/endpoint-findings'
import { inspectNonces } from '#app/diagnosis/nonce-findings'
import { createChain } from '#chain/create-chain'
import { isSameEndpoint } from '#chain/rpc/endpoints'
import type { ComposeInput } from '#cli/context'
import { readConfig } from '#cli/settings/config-file'
import { findEndpoints } from '#compose-sandbox'
import type { Chain } from '#domain/chain/port'
import type { Diagnosis, DiagnosisRequest, Finding } from '#domain/diagnosis'
import { SwapError } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import type { Network } from '#domain/network'
import type { Protocols } from '#domain/pools/protocol'
import type { SandboxControl } from '#domain/sandbox'
import type { NetworkName } from '#domain/units'
import { isProcessAlive, listRecordedNetworks, readRecord } from '#sandbox/control/record'
import { createChainCache } from '#store/chain-cache'
import { inspectLocks, inspectStore } from '#store/store-findings'
import { inspectDisk, inspectPrivateFile } from '#system/file-findings'
import { listKeyFiles } from '#wallet/key-files'

export interface DoctorContext {
  readonly input: ComposeInput
  readonly contracts: DeployedContracts
  readonly sandbox: SandboxControl
  readonly networkOf: (name: NetworkName) => Network
  readonly chain: (name: NetworkName) => Promise<Chain>
  readonly protocols: Protocols
  readonly journal: Journal
}

/** Each look may take this long; the whole takes little more. */
const limitMs = 10_000
const callSeconds = 3

export const composeDoctor =
  (context: DoctorContext): Diagnosis =>
  async (request) => {
    const { settings } = context.input
    const { state, ownKeystore, keystores } = settings.paths
    const looks: readonly (readonly [check: string, subject: string, look: () => Promise<readonly Finding[]>])[] = [
      ...request.networks.map((name) => ['endpoint', name, () => inspectNetwork(context, request, name)] as const),
      ['config', settings.paths.config, async () => inspectConfig(settings.paths.config)],
      ...settings.paths.keystores.map((folder) => ['key file', folder, () => inspectKeys(folder)] as const),
      [
        'state',
        state,
        async () => [inspectPrivateFile({ check: 'state', path: state, wanted: '700' }), inspectDisk(state)],
      ],
      ['store', state, async () => [await inspectStore(join(state, 'swapline.db'))]],
      [
        'lock',
        state,
        async () => inspectLocks([join(state, 'locks'), state, ...new Set([ownKeystore, ...keystores.slice(0, 1)])]),
      ],
      ['nonce', 'journal', () => inspectJournal(context, request)],
      ['sandbox', state, () => inspectSandboxes(state)],
    ]
    const found = looks.map(([check, subject, look]) => withinLimit(context, { check, subject }, look()))
    return (await Promise.all(found)).flat()
  }

/** What does not end in time, or fails, is a finding of its own. */
async function withinLimit(
  { input: { clock } }: DoctorContext,
  place: Pick<Finding, 'check' | 'subject'>,
  look: Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const enough = new AbortController()
  const late = clock.sleep(limitMs, enough.signal).then((): readonly Finding[] => {
    const message = `no answer within ${limitMs / 1_000} s`
    return [{ ...place, level: 'problem', message, fix: 'give another endpoint, or end what keeps it busy' }]
  })
  const failed = (error: unknown): readonly Finding[] => {
    const message = error instanceof SwapError ? error.message : 'it cannot be looked at'
    const fix = (error instanceof SwapError ? error.fix[0] : undefined) ?? 'report it with the output of -vv'
    return [{ ...place, level: 'problem', message, fix }]
  }
  try {
    return await Promise.race([look.catch(failed), late])
  } finally {
    enough.abort()
  }
}

async function inspectNetwork(
  context: DoctorContext,
  { isOffline }: DiagnosisRequest,
  name: NetworkName,
): Promise<readonly Finding[]> {
  const { input, contracts, sandbox, networkOf } = context
  const network = networkOf(name)
  const urls = await findEndpoints(input, network, sandbox)
  const check = { check: 'endpoint', subject: name } as const
  if (urls.length === 0)
    return [
      {
        ...check,
        level: 'problem',
        message: 'no endpoint is known',
        fix: `swapline config set networks.${name}.rpc <url>`,
      },
    ]
  if (isOffline) return [{ ...check, level: 'note', message: `${urls.length} known, none asked: --offline` }]
  const found = urls.map(async (url, i): Promise<readonly Finding[]> => {
    const host = URL.canParse(url) ? new URL(url).host : 'not a URL'
    if (urls.slice(0, i).some((other) => isSameUrl(url, other))) return [{ ...repeated, subject: `${name} ${host}` }]
    return inspectEndpoint({ clock: input.clock, contracts, chain: chainAt(context, network, url), host })
  })
  return (await Promise.all(found)).flat()
}

const repeated = {
  check: 'endpoint',
  level: 'note',
  message: 'it is given twice, and counts as one endpoint',
  fix: 'give another one: what two endpoints show is proven better',
} as const

const isSameUrl = (a: string, b: string): boolean =>
  URL.canParse(a) && URL.canParse(b) && isSameEndpoint(new URL(a), new URL(b))

/** A chain over one endpoint, which does not wait long for an answer. */
function chainAt({ input: { settings, clock }, protocols }: DoctorContext, network: Network, url: string): Chain {
  const memory = createChainCache(join(settings.paths.state, 'chains'))
  const allowsHttp = settings.get('allowHttpRpc')
  return createChain({ clock, memory, protocols }, { network, urls: [url], allowsHttp, callSeconds })
}

function inspectConfig(path: string): readonly Finding[] {
  const check = { check: 'config', subject: path } as const
  try {
    const { isWritableByOthers, values } = readConfig(path)
    if (isWritableByOthers)
      return [{ ...check, level: 'problem', message: 'others can change it', fix: `chmod 600 ${path}` }]
    return [{ ...check, level: 'ok', message: `valid, ${values.size} settings` }]
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return [{ ...check, level: 'problem', message: error.message, fix: error.fix[0] ?? 'swapline config edit' }]
  }
}

async function inspectKeys(folder: string): Promise<readonly Finding[]> {
  const place = inspectPrivateFile({ check: 'key file', path: folder, wanted: '700' })
  const known = { of: async () => undefined, learn: async () => undefined }
  const files = await listKeyFiles(known, folder)
  return [place, ...files.map(({ path }) => inspectPrivateFile({ check: 'key file', path, wanted: '600' }))]
}

async function inspectJournal(
  { input, journal, chain }: DoctorContext,
  { isOffline }: DiagnosisRequest,
): Promise<readonly Finding[]> {
  const store = await inspectStore(join(input.settings.paths.state, 'swapline.db'))
  if (store.level !== 'ok') return [] // the look at the store says why
  const intents = await journal.list({ limit: 500 })
  return inspectNonces({ clock: input.clock, intents, chain: isOffline ? undefined : chain })
}

/** A sandbox that was recorded, by whether its process lives. */
async function inspectSandboxes(state: string): Promise<readonly Finding[]> {
  const names = await listRecordedNetworks(state)
  return Promise.all(
    names.map(async (name): Promise<Finding> => {
      const record = await readRecord(state, name)
      const check = { check: 'sandbox', subject: name } as const
      if (record === undefined)
        return { ...check, level: 'note', message: 'its record cannot be read', fix: 'swapline sandbox up' }
      const { pid, port } = record
      if (isProcessAlive(pid)) return { ...check, level: 'ok', message: `process ${pid} on 127.0.0.1:${port}` }
      return { ...check, level: 'note', message: `process ${pid} has ended`, fix: 'swapline sandbox up' }
    }),
  )
}
