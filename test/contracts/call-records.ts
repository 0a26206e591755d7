import { id } from 'ethers'
import type { Address } from '#domain/units'
import type { Rig } from './rig.ts'

interface Frame {
  readonly type: string
  readonly from: string
  readonly to: string
  readonly input: string
  readonly calls?: readonly Frame[]
}

/** All calls by `who` in a mined transaction, each as `KIND 0xselector`; `KIND 0x` means no data. */
export async function listCallsBy({ chain }: Rig, who: Address, hash: string): Promise<readonly string[]> {
  const root = await chain.rpc<Frame>('debug_traceTransaction', hash, { tracer: 'callTracer' })
  return flattenFrames(root)
    .filter(({ from }) => from.toLowerCase() === who)
    .map(({ type, to, input }) =>
      isPrecompile(to) ? `${type} precompile ${BigInt(to)}` : `${type} ${input.slice(0, 10)}`,
    )
}

/** `kind` and a function's signature, in the format of {@link listCallsBy}. */
export const toCallRecord = (kind: 'CALL' | 'STATICCALL', signature: string): string =>
  `${kind} ${id(signature).slice(0, 10)}`

const flattenFrames = (frame: Frame): readonly Frame[] => [frame, ...(frame.calls ?? []).flatMap(flattenFrames)]

const isPrecompile = (to: string): boolean => BigInt(to) > 0n && BigInt(to) < 0x100n
