/** Stargate's and LayerZero's own contracts on a pair of sandboxes, with their own USDC. */
import { stargateNetworks } from '#bridges/stargate/networks'
import { type Address, evm, type Hex } from '#domain/units'
import { balanceOf, type MinedReceipt, rpc, type SandboxSide, send } from './sandbox-side.ts'
import {
  commit,
  connect,
  deliver,
  giveCredit,
  type PlacingChain,
  placeStargate,
  type StargateContracts,
} from './stargate-contracts.ts'

export interface SandboxStargate {
  readonly source: StargateContracts
  readonly destination: StargateContracts
  /** Carries the message of a source transaction: the pool there pays. */
  carry(hash: Hex): Promise<void>
  /** Only what its verifiers do: anyone may have it received. */
  verify(hash: Hex): Promise<void>
  /** What the verifier of the source's messages asks for besides, wei. */
  setMessagePrice(value: bigint): Promise<void>
}

/** @param owner who has USDC on both, which the pools get */
export async function placeStargateOn(
  [here, there]: readonly [SandboxSide, SandboxSide],
  owner: Address,
): Promise<SandboxStargate> {
  const [source, destination] = [await place(here, owner), await place(there, owner)]
  const held = Number(await balanceOf(here, usdcOf(here), owner))
  const pooled = BigInt(Math.floor(held / 2))
  await connect(source, destination, pooled)
  await connect(destination, source, pooled)
  await giveCredit(destination, source, pooled)
  const logsOf = async (hash: Hex) => {
    for (;;) {
      const receipt = await rpc<MinedReceipt | null>(here, 'eth_getTransactionReceipt', hash)
      if (receipt !== null) return receipt.logs
    }
  }
  return {
    ...{ source, destination },
    async carry(hash) {
      await deliver(source, destination, await logsOf(hash))
    },
    async verify(hash) {
      await commit(source, destination, await logsOf(hash))
    },
    async setMessagePrice(value) {
      await rpc(
        here,
        'anvil_setStorageAt',
        source.worker,
        `0x${'0'.repeat(64)}`,
        `0x${value.toString(16).padStart(64, '0')}`,
      )
    },
  }
}

function usdcOf({ chainId }: SandboxSide): Address {
  const usdc = stargateNetworks.find((one) => one.chainId === chainId)?.assets.USDC?.address
  if (usdc === undefined) throw new Error(`Stargate moves no USDC on ${chainId}`)
  return usdc
}

function place(side: SandboxSide, owner: Address): Promise<StargateContracts> {
  const chain: PlacingChain = {
    chainId: side.chainId,
    rpc: (method, ...params) => rpc(side, method, ...params),
    send: async (from, { value = 0n, ...call }) => send(side, evm(from), { ...call, value: `0x${value.toString(16)}` }),
  }
  return placeStargate(chain, owner, usdcOf(side))
}
