// Written by scripts/gen.mjs. Do not edit.
import { network as _0 } from '#networks/entries/arbitrum'
import { network as _1 } from '#networks/entries/base'
import { network as _2 } from '#networks/entries/ethereum'
import { network as _3 } from '#networks/entries/sandbox'

export const all = [_0, _1, _2, _3] as const
