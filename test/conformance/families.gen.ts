// Written by scripts/gen.mjs. Do not edit.
import { family as _0 } from './families/algebra-directional.ts'
import { family as _1 } from './families/algebra-integral.ts'
import { family as _2 } from './families/algebra-v1.ts'
import { family as _3 } from './families/balancer-v2.ts'
import { family as _4 } from './families/balancer-v3.ts'
import { family as _5 } from './families/curve-stable.ts'
import { family as _6 } from './families/erc4626.ts'
import { family as _7 } from './families/pancake-v3.ts'
import { family as _8 } from './families/ramses-v3.ts'
import { family as _9 } from './families/slipstream.ts'
import { family as _10 } from './families/solidly-v2.ts'
import { family as _11 } from './families/solidly-v3.ts'
import { family as _12 } from './families/stable-swap.ts'
import { family as _13 } from './families/uniswap-v2.ts'
import { family as _14 } from './families/uniswap-v3.ts'
import { family as _15 } from './families/uniswap-v4.ts'

export const all = [_0, _1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15] as const
